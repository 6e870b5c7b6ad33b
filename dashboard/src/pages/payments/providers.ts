import type { Payment } from '@billing-service/sdk';

export const PROVIDERS: readonly (readonly [Payment['provider'], string])[] = [
  ['manual', 'Recorded by hand'],
  ['stripe', 'Stripe'],
  ['razorpay', 'Razorpay'],
  ['gocardless', 'GoCardless'],
  ['dodopayments', 'Dodo Payments'],
];

export function providerName(provider: Payment['provider']): string {
  return PROVIDERS.find(([code]) => code === provider)?.[1] ?? provider;
}
