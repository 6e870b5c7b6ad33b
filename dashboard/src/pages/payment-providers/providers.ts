export interface Provider {
  code: string;
  name: string;
  /** Payments that the provider is for. */
  purpose: string;
  /** Where its secret comes from, and its form. */
  secret: string;
  /** Name of the account at the provider, if its notifications name it. */
  account: string | null;
}

/** The providers of docs/payments.md#providers. */
export const PROVIDERS: readonly Provider[] = [
  {
    code: 'stripe',
    name: 'Stripe',
    purpose: 'Cards worldwide.',
    secret: 'The signing secret of the webhook endpoint, with whsec_.',
    account: 'Connect account, such as acc_9A33XWu170gUtm.',
  },
  {
    code: 'razorpay',
    name: 'Razorpay',
    purpose: 'India and South-East Asia.',
    secret: 'The secret that you enter for the webhook.',
    account: 'The account_id of the notifications.',
  },
  {
    code: 'gocardless',
    name: 'GoCardless',
    purpose: 'Bank debits.',
    secret: 'The secret of the webhook endpoint.',
    account: 'The ID of your organisation.',
  },
  {
    code: 'dodopayments',
    name: 'Dodo Payments',
    purpose: 'Merchant of record.',
    secret: 'The signing key of the webhook: base64, with or without whsec_.',
    account: 'The business_id of the notifications.',
  },
  {
    code: 'manual',
    name: 'Manual',
    purpose: 'A bank import of your own, any other gateway, a relay.',
    secret: 'A secret of your choice, with which you sign the notifications.',
    account: null,
  },
];

/** Returns a provider by its code. A module of the service may have added one that is not listed here. */
export function providerOf(code: string): Provider {
  const known = PROVIDERS.find((it) => it.code === code);
  return known ?? { code, name: code, purpose: '', secret: 'The secret of its webhooks.', account: '' };
}
