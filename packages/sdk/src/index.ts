export { BillingClient, type BillingClientOptions } from './client.js';
export {
  BillingError,
  ConnectionError,
  ProblemError,
  UnexpectedResponseError,
  WebhookVerificationError,
  type FieldError,
  type Problem,
  type ProblemCode,
} from './errors.js';
export type { components, paths } from './openapi.js';
export type { EventKind, EventOf, ItemOf, ListPath, ResultOf, Schemas, WebhookEvent } from './types.js';
export * as webhooks from './webhooks.js';
export type { VerifyOptions, WebhookHeaders } from './webhooks.js';
