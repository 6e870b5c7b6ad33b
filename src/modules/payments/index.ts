export { PaymentsModule } from './payments.module';
export { CollectorConnections, type CollectorUse } from './connections/collector-connections';
export { notResting } from './connections/resting';
export { type ConnectedCollector } from './connections/connected-collector';
export { SupersededCallError, type StateCallRecord } from './provider-calls/state-call-record';
export { ProviderParam } from './providers/provider.field';
export { PaymentsService } from './ledger/payments.service';
export { ListedDisputes } from './disputes/listed-disputes';
export { DisputeClosed, DisputeCreated, DisputeUpdated } from './disputes/dispute.events';
export { PaymentTargets, type TargetKey } from './targets/payment-targets';
export { CollectedPayments, type CollectedMoney, type CollectedPayment } from './ledger/collected-payments';
export {
  PAYMENT_EXPECTATIONS,
  type PaymentExpectation,
  type PaymentNews,
} from './notifications/payment-expectations';
export { ProviderNotified } from './notifications/notification.events';
export { PaymentRegistration } from './ledger/payment-registration';
export { PaymentCreated, PaymentFailed, PaymentSucceeded } from './ledger/payment.events';
export {
  PAYMENT_TARGETS,
  type CoveredInvoice,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
  type TargetPayment,
} from './targets/payment-target';
