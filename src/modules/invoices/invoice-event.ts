import { toInvoiceResponse, type InvoiceDto } from './invoice.dto';
import type { Invoice } from './invoice';

/** Returns the subject of an invoice event: the invoice as the API returns it now. */
export function aboutInvoice(invoice: Invoice): {
  organizationId: string;
  objectId: string;
  object: InvoiceDto;
} {
  const { organizationId, id: objectId } = invoice;
  return { organizationId, objectId, object: toInvoiceResponse(invoice) };
}
