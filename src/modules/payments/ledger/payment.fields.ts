export const UUID = { type: String, format: 'uuid' } as const;
export const INSTANT = { type: String, format: 'date-time', example: '2026-02-03T10:15:00.000Z' } as const;
/** The fields of payments in requests, filters and responses. */
export const FIELDS = {
  invoice_id: {
    description: 'Id of the invoice that is paid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  },
  payment_request_id: {
    description: 'Id of the payment request that is paid, instead of an invoice',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b',
  },
  target_type: {
    description: 'Type of what is paid: `invoice`, `payment_request`, or a type that this installation adds',
    example: 'invoice',
  },
  target_id: { description: 'Id of what is paid', example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a' },
  customer_id: {
    description: 'Id of the customer who pays',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c',
  },
  currency: { description: 'ISO 4217 code; the currency of what is paid', example: 'EUR' },
  provider: { description: 'The payment provider that reports on the payment', example: 'stripe' },
  provider_payment_id: { description: 'Id of the payment at the provider', example: 'pi_3PqXyz' },
  provider_checkout_id: { description: 'Id of the checkout at the provider', example: 'cs_live_a1B2c3' },
  reference: {
    description: 'Your own reference, e.g. from the bank statement',
    example: 'Transfer 2026-0042',
  },
  metadata: { description: 'Your own key-value pairs', example: { order: '1042' } },
};
