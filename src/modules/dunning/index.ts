export { DunningModule } from './dunning.module';
export { DunningRun } from './dunning-run';
export { PaymentRequestsService } from './payment-requests.service';
export {
  PaymentRequestCreated,
  PaymentRequestPaymentFailed,
  PaymentRequestPaymentSucceeded,
} from './payment-request.events';
