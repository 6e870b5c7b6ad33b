/** The part of the SDK for browsers; verifying webhooks needs Node's crypto. Pages import it as the SDK itself. */
export { BillingClient } from '../../../packages/sdk/src/client';
export { ConnectionError, ProblemError, type Problem } from '../../../packages/sdk/src/errors';
export type { paths } from '../../../packages/sdk/src/openapi';
export type { EventKind, ItemOf, ListPath, ResultOf, Schemas } from '../../../packages/sdk/src/types';
