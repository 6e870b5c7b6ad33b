import { AnswerField } from '../../platform/http/fields';
import type { Buyer } from '../customers';

const TEXT = { type: String, nullable: true } as const;

/** The customer as it was when the invoice became final. */
export class InvoiceBuyerDto implements Buyer {
  @AnswerField({ description: 'Name', ...TEXT, example: 'Acme GmbH' }) name!: string | null;
  @AnswerField({
    description: 'Legal name, if it differs from the name',
    ...TEXT,
    example: 'Acme Gesellschaft mbH',
  })
  legal_name!: string | null;
  @AnswerField({ description: 'Tax ids', type: [String], example: ['DE123456789'] }) tax_ids!: string[];
  @AnswerField({ description: 'E-mail address', ...TEXT, example: 'billing@acme.example' })
  email!: string | null;
  @AnswerField({ description: 'First line of the address', ...TEXT, example: 'Hauptstrasse 1' })
  address_line1!: string | null;
  @AnswerField({ description: 'Second line of the address', ...TEXT, example: null })
  address_line2!: string | null;
  @AnswerField({ description: 'Postal code', ...TEXT, example: '10115' }) zipcode!: string | null;
  @AnswerField({ description: 'City', ...TEXT, example: 'Berlin' }) city!: string | null;
  @AnswerField({ description: 'State or province', ...TEXT, example: null }) state!: string | null;
  @AnswerField({ description: 'Country, ISO 3166-1 alpha-2', ...TEXT, example: 'DE' })
  country!: string | null;
}

/** Returns the fields in their documented order, in which the database does not keep them. */
export function toBuyerResponse(buyer: Buyer | null): InvoiceBuyerDto | null {
  if (buyer === null) return null;
  const { name, email, address_line1, address_line2, zipcode, city, state, country } = buyer;
  // Invoices from before there were these fields have none of them.
  const { legal_name = null, tax_ids = [] } = buyer as Partial<Buyer>;
  return { name, legal_name, tax_ids, email, address_line1, address_line2, zipcode, city, state, country };
}
