import { toInvoiceResponse, type InvoiceDto } from './invoice.dto';
import type { Invoice } from './invoice';

/** What every event of an invoice is about: the invoice as its GET shows it now. */
export function aboutInvoice(invoice: Invoice): {
  organizationId: string;
  objectId: string;
  object: InvoiceDto;
} {
  const { organizationId, id: objectId } = invoice;
  return { organizationId, objectId, object: toInvoiceResponse(invoice) };
}
