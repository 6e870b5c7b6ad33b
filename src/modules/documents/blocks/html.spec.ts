import fc from 'fast-check';
import type { Block, DocumentLayout } from './block';
import { drawHtml } from './html';

const layoutOf = (blocks: readonly Block[], title = 'Invoice'): DocumentLayout => ({
  title,
  language: 'de-AT',
  accentColor: '#1f4e79',
  blocks,
  footer: title,
  labels: { page: '{page}' },
  fixedAt: new Date('2030-01-01T00:00:00Z'),
});

/** Returns a text of the page as a browser shows it. */
const unescape = (html: string): string =>
  html
    .replaceAll('<br>', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('a document as a page', () => {
  it('shows any text, and none becomes markup', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', '\n', 'ł', '日') }),
        (text) => {
          const html = drawHtml(
            layoutOf(
              [
                { type: 'heading', level: 1, text },
                { type: 'fields', fields: [{ label: text, value: text }] },
                {
                  type: 'table',
                  caption: text,
                  columns: [{ header: text, align: 'start', width: 1 }],
                  rows: [{ cells: [text] }],
                },
              ],
              text,
            ),
          );
          const shown = [
            /<h1 dir="auto">([^]*?)<\/h1>/,
            /<title>([^]*?)<\/title>/,
            /<dd dir="auto">([^]*?)<\/dd>/,
          ];
          for (const part of shown) expect(unescape(part.exec(html)?.[1] ?? '-')).toBe(text);
          expect(
            html
              .replace(/<style>[^]*<\/style>/, '')
              .replaceAll(/<\/?[a-z]\w*(?: [a-z]+="[^"<>]*")*>|<!doctype html>/g, ''),
          ).not.toMatch(/[<>]/);
        },
      ),
    );
  });

  it('has a language, a caption for each table and a header for each column and row', () => {
    const html = drawHtml(
      layoutOf([
        { type: 'heading', level: 1, text: 'Rechnung' },
        {
          type: 'table',
          caption: 'Positionen',
          columns: [
            { header: 'Text', align: 'start', width: 1 },
            { header: 'Betrag', align: 'end', width: 1 },
          ],
          rows: [{ cells: ['Basis', '5,00 €'], style: 'strong' }],
        },
      ]),
    );
    expect(html).toContain('<html lang="de-AT">');
    expect(html).toContain('<caption>Positionen</caption>');
    expect(html).toContain('<th scope="col" class="end">Betrag</th>');
    expect(html).toContain('<tr class="strong"><th scope="row" dir="auto">Basis</th>');
  });
});
