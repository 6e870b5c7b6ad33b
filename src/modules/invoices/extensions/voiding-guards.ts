import { extensionPoint, type DeletionGuard } from '../../../platform/extensions';

/** Say why an invoice cannot be voided, as the end of the sentence "The invoice has ...". */
export const INVOICE_VOIDING_GUARDS = extensionPoint<DeletionGuard>('invoice voiding guards');
