export { DunningModule } from './dunning.module';
export { DunningRun } from './dunning-run';
export {
  PaymentRequestCreated,
  PaymentRequestPaymentFailed,
  PaymentRequestPaymentSucceeded,
} from './payment-request.events';
