// Generated from openapi.json by "npm run openapi". Do not edit.

/** Paths whose POST takes no Idempotency-Key. */
export const POST_WITHOUT_IDEMPOTENCY_KEY: readonly string[] = [
  '/v1/organizations',
  '/v1/admin/organizations/{id}/suspend',
  '/v1/admin/organizations/{id}/resume',
  '/v1/admin/organizations/{id}/api_keys',
  '/v1/payments/webhook/{provider}',
];
