import { formatsOf, type Formats } from '../../../platform/locales/formats';
import { textsOf, type Texts } from '../../../platform/locales/locales';
import { html, type Html } from '../../../platform/pages/html';
import type { Page } from '../../../platform/pages/page';
import type { LinkProvider } from '../links/collection-providers';
import type { ShownPayPage } from './pay-pages';
import type { DueInvoice } from './pay-standings';

/** Why the button did not lead to the provider. */
export type PayNotice =
  /** The provider does not respond. */
  | 'unavailable'
  /** Something else may still take the money. */
  | 'in_flight'
  /** The provider refuses, or does not take the amount. */
  | 'impossible';

/** Returns a page to pay in the locale of the customer. */
export function payPage(shown: ShownPayPage, notice: PayNotice | null = null): Page {
  const { locale: lang, seller } = shown;
  const texts = textsOf(lang);
  const title = texts('pay.title', { seller });
  const main = html`<h1>${title}</h1>
    ${notice === null ? null : html`<p class="note" role="alert">${texts(`pay.notice.${notice}`, { seller })}</p>`}
    ${stateOf(shown, texts, formatsOf(lang))}`;
  return { lang, title, main };
}

function stateOf(shown: ShownPayPage, texts: Texts, formats: Formats): Html {
  const { state, seller } = shown;
  const isToPay = state.kind === 'due' || state.kind === 'action';
  const button = isToPay ? buttonOf(shown, texts, formats) : null;
  const message = isToPay
    ? null
    : html`<p class="note" role="status">${texts(`pay.${state.kind}`, { seller })}</p>`;
  const isDue = isToPay || state.kind === 'processing';
  return html`${message} ${isDue ? amountOf(shown, texts, formats) : null}
  ${invoicesOf(shown, texts, formats)} ${button}`;
}

const amountOf = ({ amountDueCents, currency }: ShownPayPage, texts: Texts, formats: Formats): Html =>
  html`<p>${texts('document.due')}</p>
    <p class="amount">${formats.money(amountDueCents, currency)}</p>`;

function buttonOf(shown: ShownPayPage, texts: Texts, formats: Formats): Html {
  const { state, providers, seller, amountDueCents, currency } = shown;
  if (state.kind === 'action') {
    return html`<form method="post"><button type="submit">${texts('pay.authenticate')}</button></form>
      <p>${texts('pay.action')}</p>`;
  }
  if (providers.length === 0) return html`<p class="note">${texts('pay.notice.impossible', { seller })}</p>`;
  const amount = formats.money(amountDueCents, currency);
  const hint = html`<p>${texts('pay.hint')}</p>`;
  if (providers.length > 1) return html`${choiceOf(providers, amount, texts)} ${hint}`;
  return html`<form method="post"><button type="submit">${texts('pay.button', { amount })}</button></form>
    ${hint}`;
}

/** One form for each provider: a page without scripts and a service that reads no forms need nothing else. */
function choiceOf(providers: readonly LinkProvider[], amount: string, texts: Texts): Html {
  const formOf = ({ name, title }: LinkProvider): Html =>
    html`<form method="post" action="?provider=${name}">
      <button type="submit">${texts('pay.button_with', { amount, provider: title })}</button>
    </form>`;
  return html`<h2>${texts('pay.choose')}</h2>
    ${providers.map(formOf)}`;
}

function invoicesOf({ invoices, currency }: ShownPayPage, texts: Texts, formats: Formats): Html | null {
  const [first, ...others] = invoices;
  if (first === undefined) return null;
  if (others.length === 0) {
    return html`<dl>
      <dt>${texts('document.invoice')}</dt>
      <dd>${first.number}</dd>
      <dt>${texts('document.payment_due_date')}</dt>
      <dd>${formats.date(first.dueDate)}</dd>
    </dl>`;
  }
  const row = ({ number, dueDate, amountDueCents }: DueInvoice): Html =>
    html`<tr>
      <th scope="row">${number}</th>
      <td>${formats.date(dueDate)}</td>
      <td class="number">${formats.money(amountDueCents, currency)}</td>
    </tr>`;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${texts('document.invoice')}</th>
        <th scope="col">${texts('document.payment_due_date')}</th>
        <th scope="col" class="number">${texts('document.due')}</th>
      </tr>
    </thead>
    <tbody>
      ${invoices.map(row)}
    </tbody>
  </table>`;
}
