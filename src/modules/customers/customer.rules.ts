import type { CustomerEntity } from './customer.entity';

/** The buyer as an invoice shows it, from the moment when the invoice becomes final. */
export interface Buyer {
  name: string | null;
  /** The name on documents; null: `name`. */
  legal_name: string | null;
  tax_ids: string[];
  email: string | null;
  address_line1: string | null;
  address_line2: string | null;
  zipcode: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
}

/** The personal fields of a customer when they are erased. `external_id` is a key of the organization's own systems. */
export const ERASED = {
  name: null,
  legalName: null,
  taxIds: [],
  email: null,
  addressLine1: null,
  addressLine2: null,
  zipcode: null,
  city: null,
  state: null,
  country: null,
  metadata: {},
} satisfies Partial<CustomerEntity>;

/** The same fields as the API names them. */
const ERASED_FIELDS = {
  name: null,
  legal_name: null,
  tax_ids: [],
  email: null,
  address_line1: null,
  address_line2: null,
  zipcode: null,
  city: null,
  state: null,
  country: null,
  metadata: {},
};

/** Returns the buyer that an invoice of the customer shows. */
export function buyerOf(customer: CustomerEntity): Buyer {
  return {
    name: customer.name,
    legal_name: customer.legalName,
    tax_ids: customer.taxIds,
    email: customer.email,
    address_line1: customer.addressLine1,
    address_line2: customer.addressLine2,
    zipcode: customer.zipcode,
    city: customer.city,
    state: customer.state,
    country: customer.country,
  };
}

/**
 * Returns a stored copy of a response without personal fields: of the customer itself, of an invoice with its buyer, or of
 * an e-mail with its recipient.
 */
export function withoutPersonalFields(copy: object, customerId: string): object {
  if ('id' in copy && copy.id === customerId) return { ...copy, ...ERASED_FIELDS };
  if ('message_id' in copy) return { ...copy, to: null, subject: null };
  return 'buyer' in copy ? { ...copy, buyer: null } : copy;
}
