import { DodoPaymentsProvider } from './dodopayments.provider';
import { GoCardlessProvider } from './gocardless.provider';
import { ManualProvider } from './manual.provider';
import type { PaymentProvider } from './payment-provider';
import { RazorpayProvider } from './razorpay.provider';
import { StripeProvider } from './stripe.provider';

/** The five providers of the published interface. */
export const publishedProviders: readonly PaymentProvider[] = [
  new StripeProvider(),
  new RazorpayProvider(),
  new GoCardlessProvider(),
  new DodoPaymentsProvider(),
  new ManualProvider(),
];
