import type { Type } from '@nestjs/common';
import type { PaymentProvider } from '../provider-kit';
import { DodoPaymentsProvider } from './dodopayments.provider';
import { GoCardlessProvider } from './gocardless.provider';
import { ManualProvider } from './manual.provider';
import { RazorpayProvider } from './razorpay.provider';
import { StripeProvider } from './stripe.provider';

/** The five published providers. */
export const PUBLISHED_PROVIDERS: readonly Type<PaymentProvider>[] = [
  StripeProvider,
  RazorpayProvider,
  GoCardlessProvider,
  DodoPaymentsProvider,
  ManualProvider,
];
