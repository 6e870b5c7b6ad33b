import type { Provider, Type } from '@nestjs/common';
import { SystemClock, type Clock } from '../../../platform/domain/clock';
import { extend } from '../../../platform/extensions';
import { PAYMENT_COLLECTORS, type PaymentCollector } from '../collector-kit';
import { DodoPaymentsCollector } from './dodopayments/dodopayments.collector';
import { GoCardlessCollector } from './gocardless/gocardless.collector';
import { RazorpayCollector } from './razorpay/razorpay.collector';
import { StripeCollector } from './stripe/stripe.collector';

const COLLECTORS: readonly (new (clock: Clock) => PaymentCollector)[] = [
  StripeCollector,
  GoCardlessCollector,
  RazorpayCollector,
  DodoPaymentsCollector,
];

/** The collectors of the published providers. Providers live in real time: a test clock must not move them. */
export const PUBLISHED_COLLECTORS: readonly Provider[] = COLLECTORS.flatMap((it) => {
  const type: Type<PaymentCollector> = it;
  return [{ provide: type, useFactory: () => new it(new SystemClock()) }, extend(PAYMENT_COLLECTORS, type)];
});
