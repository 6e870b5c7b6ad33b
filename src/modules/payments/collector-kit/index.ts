/**
 * The kit for payment collectors: the contract, amounts of providers, and the port through which requests are sent. An
 * entry of its own beside index.ts, because only collectors need it (docs/payments.md#collecting).
 */
export {
  fromProviderAmount,
  InexpressibleAmountError,
  toProviderAmount,
  toProviderRefund,
  type AmountTable,
  type CurrencyAmounts,
} from './amount-table';
export type { CollectedTarget } from './collected-target';
export { disputePage, DISPUTES_OF_PAGE } from './dispute-pages';
export { targetField, targetIn } from './collected-targets';
export {
  PAYMENT_COLLECTORS,
  type CallResult,
  type Capture,
  type CapturePage,
  type ChargeOrder,
  type CollectionOrder,
  type ConnectionCheck,
  type Decline,
  type DisputePage,
  type DeclineClass,
  type Environment,
  type LinkOrder,
  type ObjectState,
  type ObjectStatus,
  type PaymentCollector,
  type ProviderAccount,
  type ProviderMethod,
  type RefundOrder,
  type RefundState,
  type SetupOrder,
  type SetupState,
} from './payment-collector';
export {
  disputesIn,
  done,
  failed,
  isMissing,
  readResult,
  rejected,
  replyTo,
  resultOf,
  type FailedReply,
  type Problem,
  type Reply,
} from './replies';
export { at, classOf, instantAt, integerAt, notFound, requiredAt, rowsAt, stringAt } from './values';
export type { ProviderAnswer, ProviderHttp, ProviderRequest } from './provider-http';
