import { INVOICE_FUNDING, type InvoiceFunder } from '../../src/modules/invoices';
import { Extensions } from '../../src/platform/extensions';
import type { TestApp } from './test-app';

/** Returns the funder of a source, such as `wallets`. */
export function funderOf({ app }: TestApp, source: string): InvoiceFunder {
  const funder = app
    .get(Extensions)
    .of(INVOICE_FUNDING)
    .find((it) => it.source === source);
  if (funder === undefined) throw new Error(`No funder has the source ${source}`);
  return funder;
}
