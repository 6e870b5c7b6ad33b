import type { Page as ListPage } from '../../../platform/http/paging';
import { textsOf, type Texts } from '../../../platform/locales/locales';
import { html, type Html } from '../../../platform/pages/html';
import type { Page } from '../../../platform/pages/page';
import type { PaymentMethodsService } from '../../collections';
import type { PortalFrame } from '../portal-account';
import { pagerOf, portalPage, tableOf } from './layout.html';

type PortalMethod = Awaited<ReturnType<PaymentMethodsService['list']>>['items'][number];

interface ShownMethods {
  readonly list: ListPage<PortalMethod>;
  /** Whether a provider is connected on whose page a method can be saved. */
  readonly canAdd: boolean;
  /** Whether the customer comes from that page. */
  readonly isAdded: boolean;
}

/** Returns the page of saved payment methods. */
export function methodsPage(frame: PortalFrame, path: string, { list, canAdd, isAdded }: ShownMethods): Page {
  const texts = textsOf(frame.locale);
  const base = `${path}/payment_methods`;
  const headings = ['portal.methods', 'portal.expires', 'portal.state', 'portal.actions'];
  const table = tableOf(
    texts('portal.methods'),
    headings.map((it) => ({ text: texts(it) })),
    list.items.map((it) => rowOf(it, base, texts)),
  );
  const main = html`${isAdded ? html`<p class="note" role="status">${texts('portal.added')}</p>` : null}
  ${list.items.length === 0 ? html`<p>${texts('portal.none')}</p>` : table} ${pagerOf(list, texts)}
  ${canAdd ? addButton(base, texts) : null}`;
  return portalPage(frame, path, 'methods', main);
}

const addButton = (base: string, texts: Texts): Html =>
  html`<form method="post" action="${base}/setup">
    <button type="submit">${texts('portal.add')}</button>
  </form>`;

function rowOf(
  { id, label, expiresOn, isUsable, isDefault }: PortalMethod,
  base: string,
  texts: Texts,
): Html {
  const kind = isDefault ? 'default' : isUsable ? 'usable' : 'unusable';
  const button = (action: string): Html =>
    html`<form method="post" action="${base}/${id}/${action}">
      <button type="submit" class="plain" aria-label="${texts(`portal.${action}`)}: ${label}">
        ${texts(`portal.${action}`)}
      </button>
    </form>`;
  return html`<tr>
    <th scope="row">${label}</th>
    <td>${expiresOn ?? '-'}</td>
    <td>${texts(`portal.method.${kind}`)}</td>
    <td>${isUsable && !isDefault ? button('default') : null} ${button('delete')}</td>
  </tr>`;
}
