import { fieldsPoint } from '../../../platform/extensions';
import { CreateOneOffInvoiceDto } from '../invoice-requests.dto';
import { InvoiceDto } from '../invoice.dto';

/** Modules add fields of their own to invoices (docs/extending.md#fields-of-other-modules). */
export const INVOICE_FIELDS = fieldsPoint('invoice fields', {
  requests: [CreateOneOffInvoiceDto],
  responses: [InvoiceDto],
});
