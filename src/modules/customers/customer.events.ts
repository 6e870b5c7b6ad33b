import { defineEvent, defineInternalEvent } from '../../platform/outbox/event-catalogue';
import { CustomerDto } from './customer.dto';
import type { Buyer } from './customer.rules';

export const CustomerCreated = defineEvent({
  kind: 'customer.created',
  objectType: 'customer',
  trigger: 'New customer created',
  payload: CustomerDto,
});

export const CustomerUpdated = defineEvent({
  kind: 'customer.updated',
  objectType: 'customer',
  trigger: 'Customer record updated: at least one field has a new value; `changed` names the fields',
  payload: CustomerDto,
});

/** New billing terms of a customer. */
export interface ChangedTerms {
  organizationId: string;
  customerId: string;
  /** By how many days the grace period became longer; negative when it became shorter. */
  addedGraceDays: number;
  /** Days from issue to due date. */
  netPaymentTerm: number;
}

/** The grace period or the payment term of a customer changed. The customer is locked, so that none of its drafts is created or finalized meanwhile. */
export const CustomerTermsChanged = defineInternalEvent<ChangedTerms>('customer.terms_changed');

/** A customer that was deleted. */
export interface DeletedCustomer {
  organizationId: string;
  customerId: string;
}

/** A customer was deleted; no deletion guard objected. */
export const CustomerDeleted = defineInternalEvent<DeletedCustomer>('customer.deleted');

/** A customer whose personal data is being erased. */
export interface ErasedCustomer {
  organizationId: string;
  customerId: string;
  /** As final invoices show it. */
  buyer: Buyer;
}

/** The personal data of a customer is being erased; no erasure guard objected. Its row is locked and unchanged. */
export const CustomerErased = defineInternalEvent<ErasedCustomer>('customer.erased');
