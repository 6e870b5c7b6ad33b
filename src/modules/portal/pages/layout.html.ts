import { textsOf, type Texts } from '../../../platform/locales/locales';
import { html, type Html } from '../../../platform/pages/html';
import type { Page } from '../../../platform/pages/page';
import type { PortalFrame } from '../portal-account';

/** The pages of the portal, in the order of its navigation, with their paths below that of the portal. */
const PAGES = { invoices: '', subscriptions: '/subscriptions', methods: '/payment_methods' } as const;
export type PortalPage = keyof typeof PAGES;

/**
 * Returns a page of the portal with its navigation.
 *
 * @param path of the portal
 */
export function portalPage(
  { locale: lang, seller, customer }: PortalFrame,
  path: string,
  current: PortalPage,
  main: Html,
): Page {
  const texts = textsOf(lang);
  const link = ([page, below]: [string, string]): Html => {
    const mark = page === current ? html` aria-current="page"` : null;
    return html`<a href="${path}${below}" ${mark}>${texts(`portal.${page}`)}</a>`;
  };
  const title = texts(`portal.${current}`);
  const header = html`<header>
    <p>${texts('portal.title', { seller, customer })}</p>
    <nav aria-label="${texts('portal.navigation')}">${Object.entries(PAGES).map(link)}</nav>
    <form method="post" action="${path}/sign_out">
      <button type="submit" class="plain">${texts('portal.sign_out')}</button>
    </form>
  </header>`;
  return {
    lang,
    title: `${title} - ${seller}`,
    header,
    main: html`<h1>${title}</h1>
      ${main}`,
  };
}

/** Returns links to the pages of a list before and after the one that is shown. */
export function pagerOf(
  { next, previous }: { next: string | null; previous: string | null },
  texts: Texts,
): Html | null {
  if (next === null && previous === null) return null;
  const link = (parameter: string, cursor: string | null, text: string): Html | null =>
    cursor === null ? null : html`<a href="?${parameter}=${encodeURIComponent(cursor)}">${text}</a>`;
  return html`<nav aria-label="${texts('portal.pages')}">
    ${link('before', previous, texts('portal.newer'))} ${link('after', next, texts('portal.older'))}
  </nav>`;
}

/** Returns a table; one wider than the screen scrolls by itself, and takes the focus so that the keyboard can scroll it. */
export function tableOf(
  caption: string,
  headings: readonly { text: string; isNumber?: boolean }[],
  rows: readonly Html[],
): Html {
  const heads = headings.map(({ text, isNumber = false }) =>
    isNumber ? html`<th scope="col" class="number">${text}</th>` : html`<th scope="col">${text}</th>`,
  );
  return html`<div class="wide" role="group" aria-label="${caption}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
