import { defineInternalEvent } from '../../../platform/outbox/event-catalogue';

/** An automatic charge that does not go on by itself, or not now. */
export interface InterruptedCharge {
  organizationId: string;
  invoiceId: string;
  customerId: string;
  /** Of the charge that was begun: charges of an invoice are counted. */
  attempt: number;
  /** It failed, and is perhaps tried again; or the payer has to authenticate; or the saved method is gone. */
  reason: 'failed' | 'action_required' | 'no_method';
}

/** An automatic charge failed, or waits for the payer (docs/payments.md#automatic-collection). */
export const AutomaticChargeInterrupted = defineInternalEvent<InterruptedCharge>(
  'collection.automatic_charge_interrupted',
);
