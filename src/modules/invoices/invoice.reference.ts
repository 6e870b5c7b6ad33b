import type { Reference } from '../../platform/http/references';

/** An invoice by its id or, once it is finalized, its number. */
export const INVOICE_REFERENCE: Reference = {
  resource: 'invoice',
  id: 'invoice_id',
  key: 'invoice_number',
  examples: { id: '0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a', key: 'ACM-1B2C-007' },
  lookup: {
    name: 'invoice_by_number',
    text: `SELECT id FROM invoices WHERE organization_id = $1 AND number = $2`,
  },
};
