import { defineInternalEvent } from '../../../platform/outbox/event-catalogue';

/** A provider sent something that was not received before, about a payment or about anything else. */
export const ProviderNotified = defineInternalEvent<{ organizationId: string; provider: string }>(
  'payments.provider_notified',
);
