import { formatDate, localDayOf } from '../../../platform/calendar';
import type { Page as ListPage } from '../../../platform/http/paging';
import { formatsOf, type Formats } from '../../../platform/locales/formats';
import { textsOf, type Texts } from '../../../platform/locales/locales';
import { html, type Html } from '../../../platform/pages/html';
import type { Page } from '../../../platform/pages/page';
import type { PortalFrame, PortalSubscription } from '../portal-account';
import { pagerOf, portalPage, tableOf } from './layout.html';

/** Returns the page of subscriptions, with the usage of their present billing periods. */
export function subscriptionsPage(
  frame: PortalFrame,
  path: string,
  list: ListPage<PortalSubscription>,
): Page {
  const texts = textsOf(frame.locale);
  const formats = formatsOf(frame.locale);
  const section = (it: PortalSubscription): Html => {
    const { name, externalId, status, planAmountCents, planCurrency, planInterval } = it;
    const interval = texts(`portal.interval.${planInterval}`);
    return html`<section>
      <h2>${name ?? externalId}</h2>
      <dl>
        <dt>${texts('portal.state')}</dt>
        <dd>${texts(`portal.subscription.${status}`)}</dd>
        <dt>${texts('portal.price')}</dt>
        <dd>${formats.money(planAmountCents, planCurrency)}, ${interval}</dd>
      </dl>
      ${usageOf(it, frame, texts, formats)}
    </section>`;
  };
  const main =
    list.items.length === 0 ? html`<p>${texts('portal.none')}</p>` : html`${list.items.map(section)}`;
  return portalPage(frame, path, 'subscriptions', html`${main} ${pagerOf(list, texts)}`);
}

function usageOf(
  { usage }: PortalSubscription,
  { timezone }: PortalFrame,
  texts: Texts,
  formats: Formats,
): Html | null {
  if (usage === null) return null;
  const { period, charges, planVersion } = usage.usage;
  if (charges.length === 0) return null;
  const { currency } = planVersion;
  const day = (instant: Date): string => formats.date(formatDate(localDayOf(instant, timezone)));
  // The end is exclusive.
  const span = { from: day(period.from), to: day(new Date(period.to.getTime() - 1)) };
  const rows = charges.map(
    ({ charge, units, amountCents }) =>
      html`<tr>
        <th scope="row">${charge.invoiceDisplayName ?? charge.metric.code}</th>
        <td class="number">${formats.number(units)}</td>
        <td class="number">${formats.money(amountCents, currency)}</td>
      </tr>`,
  );
  const headings = [
    { text: texts('document.description') },
    { text: texts('document.quantity'), isNumber: true },
    { text: texts('document.amount'), isNumber: true },
  ];
  const title = texts('portal.usage', { period: texts('document.period', span) });
  return html`<h3>${title}</h3>
    ${tableOf(title, headings, rows)}`;
}
