import type { CustomerTerms } from '../reckoning/life';

/** New terms of a customer as the API takes them. */
export function customerBody({ zone, graceDays, termDays }: Partial<CustomerTerms>): object {
  return {
    ...(zone === undefined ? {} : { timezone: zone }),
    ...(graceDays === undefined ? {} : { invoice_grace_period: graceDays }),
    ...(termDays === undefined ? {} : { net_payment_term: termDays }),
  };
}
