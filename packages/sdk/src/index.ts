export { BillingClient } from './client.js';
export * from './errors.js';
export type * from './generated/resources.js';
export type * from './generated/schema.js';
export type { ListCall, Page } from './list-call.js';
export type { RequestOptions } from './resource.js';
export type { ClientOptions } from './transport.js';
export * as webhooks from './webhooks.js';
export type { UnknownEvent, VerifyOptions, WebhookEvent, WebhookHeaders } from './webhooks.js';
