export { Dispatcher } from './engine/dispatcher';
export { WebhooksModule } from './webhooks.module';
