import { INVOICE_FUNDING, type InvoiceFunder } from '../../src/modules/invoices';
import { Extensions } from '../../src/platform/extensions';
import type { TestApp } from './test-app';

/** Returns the registered funder with this source. */
export function funderOf({ app }: TestApp, source: string): InvoiceFunder {
  const funders = app.get(Extensions, { strict: false }).of(INVOICE_FUNDING);
  const found = funders.find((it) => it.source === source);
  if (found === undefined) throw new Error(`No funder is registered for ${source}`);
  return found;
}
