/** The event kinds of the published interface, in its order, with its descriptions of when they are emitted. */
export const PUBLISHED_KINDS = {
  'invoice.created': { objectType: 'invoice', trigger: 'New invoice generated' },
  'invoice.finalized': { objectType: 'invoice', trigger: 'Invoice finalized and ready for payment' },
  'invoice.paid': { objectType: 'invoice', trigger: 'Invoice fully paid' },
  'invoice.voided': { objectType: 'invoice', trigger: 'Invoice voided' },
  'payment.created': { objectType: 'payment', trigger: 'Payment record created' },
  'payment.succeeded': { objectType: 'payment', trigger: 'Payment completed successfully' },
  'payment.failed': { objectType: 'payment', trigger: 'Payment failed' },
  'subscription.created': { objectType: 'subscription', trigger: 'New subscription created' },
  'subscription.started': { objectType: 'subscription', trigger: 'Subscription activated' },
  'subscription.plan_changed': { objectType: 'subscription', trigger: 'Plan upgrade or downgrade applied' },
  'subscription.trial_ended': { objectType: 'subscription', trigger: 'Trial period expired' },
  'subscription.canceled': { objectType: 'subscription', trigger: 'Subscription canceled' },
  'subscription.terminated': { objectType: 'subscription', trigger: 'Subscription terminated' },
  'customer.created': { objectType: 'customer', trigger: 'New customer created' },
  'customer.updated': { objectType: 'customer', trigger: 'Customer record updated' },
  'credit_note.created': { objectType: 'credit_note', trigger: 'Credit note created' },
  'credit_note.finalized': { objectType: 'credit_note', trigger: 'Credit note finalized' },
  'wallet.created': { objectType: 'wallet', trigger: 'Wallet created' },
  'wallet.terminated': { objectType: 'wallet', trigger: 'Wallet terminated' },
  'wallet.transaction.created': { objectType: 'wallet_transaction', trigger: 'Wallet transaction recorded' },
  'usage_threshold.crossed': { objectType: 'usage_threshold', trigger: 'Usage threshold exceeded' },
  'payment_request.created': { objectType: 'payment_request', trigger: 'Dunning payment request created' },
  'payment_request.payment_succeeded': {
    objectType: 'payment_request',
    trigger: 'Dunning payment succeeded',
  },
  'payment_request.payment_failed': { objectType: 'payment_request', trigger: 'Dunning payment failed' },
} as const satisfies Record<string, { objectType: string; trigger: string }>;

export type PublishedKind = keyof typeof PUBLISHED_KINDS;
