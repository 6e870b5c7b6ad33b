export { DunningModule } from './dunning.module';
export { PaymentRequestsService } from './payment-requests/payment-requests.service';
export {
  PaymentRequestCreated,
  PaymentRequestPaymentFailed,
  PaymentRequestPaymentSucceeded,
  PaymentRequestReminded,
} from './payment-requests/payment-request.events';
