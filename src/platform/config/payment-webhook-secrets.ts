import type { Env } from './env';

/** Returns the webhook secrets of payment providers by name, of the organization `DEFAULT_ORGANIZATION_ID`. */
export function paymentWebhookSecrets(env: Env): Record<string, string> {
  const secrets = {
    stripe: env.STRIPE_WEBHOOK_SECRET,
    razorpay: env.RAZORPAY_WEBHOOK_SECRET,
    gocardless: env.GOCARDLESS_WEBHOOK_SECRET,
    dodopayments: env.DODOPAYMENTS_WEBHOOK_SECRET,
    manual: env.MANUAL_WEBHOOK_SECRET,
  };
  const given = Object.entries(secrets).filter((it): it is [string, string] => it[1] !== undefined);
  return Object.fromEntries(given);
}
