import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { html, Html } from './html';
import { PAGE_STYLE } from './page-style';

/** A page for customers of organizations, without scripts. */
export interface Page {
  /** BCP 47. */
  readonly lang: string;
  readonly title: string;
  /** What stands above the main part, such as links to other pages. */
  readonly header?: Html | null;
  readonly main: Html;
}

const styleHash = createHash('sha256').update(PAGE_STYLE).digest('base64');

/**
 * Nothing but the one style sheet. Browsers apply `form-action` to redirects as well, and a form leads to the page of a
 * provider, whose host nobody knows beforehand: https, and this machine for sandboxes.
 */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'self' https: http://127.0.0.1:* http://localhost:*",
  "frame-ancestors 'none'",
].join('; ');

/** Sends a page that no cache stores, no search engine lists, and whose address no other page learns. */
export function sendHtmlPage(response: Response, status: number, page: Page): void {
  response
    .status(status)
    .set({
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      // Forms say where they come from, and nobody else learns the address.
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    })
    .type('text/html')
    .send(documentOf(page).markup);
}

function documentOf({ lang, title, header = null, main }: Page): Html {
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        ${new Html(`<style>${PAGE_STYLE}</style>`)}
      </head>
      <body>
        ${header}
        <main>${main}</main>
      </body>
    </html> `;
}
