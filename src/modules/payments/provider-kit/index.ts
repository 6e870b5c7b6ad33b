/**
 * The kit for payment provider adapters: the contract, readers of provider JSON, and signature checks. A second entry of
 * this module beside index.ts, because only adapters need it (docs/extending.md#payment-providers).
 */
export {
  MalformedNotificationError,
  PAYMENT_PROVIDERS,
  type InboundHeaders,
  type Outcome,
  type PaymentProvider,
  type PaymentUpdate,
  type RawNotification,
  type RefundUpdate,
  type SenderHints,
} from './payment-provider';
export {
  DISPUTE_STATUSES,
  disputeUpdate,
  isClosed,
  outcomeOfDispute,
  type DisputeStatus,
  type DisputeUpdate,
  type ListedDispute,
} from './disputes';
export {
  amountAt,
  currencyAt,
  isoTimeAt,
  listAt,
  objectAt,
  paymentIdAt,
  paymentUpdate,
  reasonOf,
  requireObject,
  requireText,
  textAt,
  unixTimeAt,
} from './json-values';
export {
  TOLERANCE_SECONDS,
  base64Key,
  soleHeader,
  standardWebhooks,
  verifySignature,
  type SignatureParts,
  type SignatureScheme,
  type UnverifiedMessage,
} from './signatures';
