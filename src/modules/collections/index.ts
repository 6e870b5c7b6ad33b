export { CollectionsModule } from './collections.module';
export { Charges, type AttemptedCharge } from './charges/charges';
export { MethodSetups } from './methods/method-setups';
export { PaymentMethodsService } from './methods/payment-methods.service';
export { PayLinks } from './pay-pages/pay-links';
export type { CollectionDto } from './collection.dto';
export { AutomaticChargeInterrupted, type InterruptedCharge } from './automatic/automatic.events';
export { ChargeOutlooks } from './automatic/charge-outlooks';
export type { ChargeOutlook } from './automatic/charge-outlook.rules';
export { RETRY_TIMES, type RetryTimes } from './automatic/automatic.rules';
export {
  CollectionActionRequired,
  CollectionCanceled,
  CollectionCreated,
  CollectionFailed,
  CollectionSucceeded,
} from './collection.events';
