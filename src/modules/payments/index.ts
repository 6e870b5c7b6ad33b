export { PaymentsModule } from './payments.module';
export { SEALED_PROVIDER_SECRETS } from './connections/sealed-provider-secrets';
export { PaymentsService } from './payments.service';
export { PaymentRegistration } from './payment-registration';
export {
  PAYMENT_TARGETS,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
  type TargetPayment,
} from './payment-target';
export { PaymentCreated, PaymentFailed, PaymentSucceeded } from './payment.events';
export {
  MalformedItemError,
  PAYMENT_PROVIDERS,
  type InboundHeaders,
  type NotifiedRefund,
  type PaymentProvider,
  type ProviderItem,
  type ProviderNotification,
  type SenderHints,
} from './providers/payment-provider';
export { HEX_SHA256, isSignedWith, soleHeader, utf8Keys } from './providers/signatures';
export {
  amountAt,
  currencyAt,
  displayTextAt,
  exactTextAt,
  notificationOf,
  paymentIdAt,
  requireObject,
  requireText,
  unlessMalformed,
} from './providers/json-values';
