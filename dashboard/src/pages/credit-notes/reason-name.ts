import type { CreditNote } from '@billing-service/sdk';
import { REASONS } from '../invoices/credit-note-fields';

export function reasonName(reason: CreditNote['reason']): string {
  return REASONS.find(([code]) => code === reason)?.[1] ?? reason;
}
