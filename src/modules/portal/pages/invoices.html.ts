import type { Page as ListPage } from '../../../platform/http/paging';
import { formatsOf, type Formats } from '../../../platform/locales/formats';
import { textsOf, type Texts } from '../../../platform/locales/locales';
import { html, type Html } from '../../../platform/pages/html';
import type { Page } from '../../../platform/pages/page';
import type { PortalFrame, PortalInvoice } from '../portal-account';
import { pagerOf, portalPage, tableOf } from './layout.html';

/** @param payUrlOf returns the page to pay of an invoice */
export function invoicesPage(
  frame: PortalFrame,
  path: string,
  list: ListPage<PortalInvoice>,
  payUrlOf: (id: string) => string,
): Page {
  const texts = textsOf(frame.locale);
  const formats = formatsOf(frame.locale);
  const headings = [
    { text: texts('document.number') },
    { text: texts('document.issuing_date') },
    { text: texts('portal.state') },
    { text: texts('document.total'), isNumber: true },
    { text: texts('document.due'), isNumber: true },
    { text: texts('portal.actions') },
  ];
  const main =
    list.items.length === 0
      ? html`<p>${texts('portal.none')}</p>`
      : tableOf(
          texts('portal.invoices'),
          headings,
          list.items.map((it) => rowOf(it, { path, payUrl: payUrlOf(it.id), texts, formats })),
        );
  return portalPage(frame, path, 'invoices', html`${main} ${pagerOf(list, texts)}`);
}

interface RowContext {
  readonly path: string;
  readonly payUrl: string;
  readonly texts: Texts;
  readonly formats: Formats;
}

function rowOf(it: PortalInvoice, { path, payUrl, texts, formats }: RowContext): Html {
  const { id, number, status, issuingDate, currency } = it;
  const isFinal = status !== 'draft';
  const isToPay = status === 'finalized' && it.amountDueCents > 0n;
  const state = isToPay && it.paymentOverdue ? 'overdue' : status;
  const name = number ?? '';
  const download = html`<a href="${path}/invoices/${id}/document.pdf"
    >${texts('portal.pdf', { number: name })}</a
  >`;
  const pay = html`<a href="${payUrl}">${texts('portal.pay', { number: name })}</a>`;
  return html`<tr>
    <th scope="row">${number ?? '-'}</th>
    <td>${formats.date(issuingDate)}</td>
    <td>${texts(`portal.invoice.${state}`)}</td>
    <td class="number">${formats.money(it.totalAmountCents, currency)}</td>
    <td class="number">${formats.money(it.amountDueCents, currency)}</td>
    <td>${isFinal ? download : null} ${isToPay ? pay : null}</td>
  </tr>`;
}
