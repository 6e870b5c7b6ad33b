import { DodoPaymentsProvider } from './dodopayments.provider';
import { GoCardlessProvider } from './gocardless.provider';
import { ManualProvider } from './manual.provider';
import type { PaymentProvider } from './payment-provider';
import { RazorpayProvider } from './razorpay.provider';
import { StripeProvider } from './stripe.provider';

/** The adapters of the five providers of the published interface. */
export const PUBLISHED_PROVIDERS = [
  StripeProvider,
  RazorpayProvider,
  GoCardlessProvider,
  DodoPaymentsProvider,
  ManualProvider,
];

/** The same, for use without the application. */
export const publishedProviders: readonly PaymentProvider[] = PUBLISHED_PROVIDERS.map((it) => new it());
