export { EmailsModule } from './emails.module';
