export { Producer } from './engine/producer';
export { WebhooksModule } from './webhooks.module';
