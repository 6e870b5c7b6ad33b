import { toInvoiceResponse, type InvoiceDto } from './invoice.dto';
import type { Invoice } from './invoice';

/** Returns the subject of every event of an invoice: the invoice as its GET shows it now. */
export function aboutInvoice(invoice: Invoice): {
  organizationId: string;
  objectId: string;
  object: InvoiceDto;
} {
  const { organizationId, id: objectId } = invoice;
  return { organizationId, objectId, object: toInvoiceResponse(invoice) };
}
