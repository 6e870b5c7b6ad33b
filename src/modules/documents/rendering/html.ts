import { readableOn, readableOnWhite } from './colors.rules';
import type { DocumentView, PartyView, TableView } from './document-view';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns text as HTML that shows it. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** Returns an image as the URL that contains it. */
export const dataUrl = ({ contentType, content }: { contentType: string; content: Buffer }): string =>
  `data:${contentType};base64,${content.toString('base64')}`;

/** Returns a document as a page that needs nothing else: for screens, screen readers and printers. */
export function documentHtml(view: DocumentView): string {
  const { lang, title } = view;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${styleOf(view)}</style>
</head>
<body>
<main>
${head(view)}
<div class="parties">
${party(view.seller)}
${party(view.buyer)}
${details(view)}
</div>
${table(view.lines)}
${view.taxes.rows.length === 0 ? '' : table(view.taxes)}
<section class="totals">
<h2>${escapeHtml(view.totals.heading)}</h2>
<table>
<tbody>
${view.totals.entries.map(total).join('\n')}
</tbody>
</table>
</section>
${notes(view)}</main>
</body>
</html>
`;
}

function head({ logo, title, stamp }: DocumentView): string {
  const image = logo === null ? '' : `<img src="${dataUrl(logo)}" alt="${escapeHtml(logo.alt)}">\n`;
  const mark = stamp === null ? '' : `<p class="stamp">${escapeHtml(stamp)}</p>\n`;
  return `<header>\n${image}<h1>${escapeHtml(title)}</h1>\n${mark}</header>`;
}

function details({ details: { heading, entries } }: DocumentView): string {
  const items = entries.map((it) => `<dt>${escapeHtml(it.label)}</dt><dd>${escapeHtml(it.value)}</dd>`);
  return `<section>\n<h2>${escapeHtml(heading)}</h2>\n<dl>\n${items.join('\n')}\n</dl>\n</section>`;
}

function notes({ notes: { heading, paragraphs } }: DocumentView): string {
  if (paragraphs.length === 0) return '';
  const texts = paragraphs.map((it) => `<p>${lines(it)}</p>`).join('\n');
  return `<section>\n<h2>${escapeHtml(heading)}</h2>\n${texts}\n</section>\n`;
}

function party({ heading, lines: [name = '', ...rest] }: PartyView): string {
  const address = [`<strong>${escapeHtml(name)}</strong>`, ...rest.map(escapeHtml)].join('<br>');
  return `<section>\n<h2>${escapeHtml(heading)}</h2>\n<address>${address}</address>\n</section>`;
}

/** A table wider than a phone scrolls by itself, and takes the focus so that the keyboard can scroll it. */
function table({ caption, columns, rows }: TableView): string {
  const kind = (index: number): string => (columns[index]?.isNumber === true ? ' class="number"' : '');
  const heads = columns.map((it, index) => `<th scope="col"${kind(index)}>${escapeHtml(it.heading)}</th>`);
  const bodies = rows.map(([first = '', ...rest]) => {
    const cells = rest.map((cell, index) => `<td${kind(index + 1)}>${lines(cell)}</td>`);
    return `<tr><th scope="row">${lines(first)}</th>${cells.join('')}</tr>`;
  });
  return `<div class="wide" role="group" aria-label="${escapeHtml(caption)}" tabindex="0">
<table>
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${bodies.join('\n')}
</tbody>
</table>
</div>`;
}

const total = ({ label, value, isTotal }: DocumentView['totals']['entries'][number]): string =>
  `<tr${isTotal ? ' class="total"' : ''}><th scope="row">${escapeHtml(label)}</th><td class="number">${escapeHtml(value)}</td></tr>`;

function styleOf({ accentColor, headerColor }: DocumentView): string {
  return `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #111; font: 14px/1.5 "Noto Sans", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 50rem; margin: 0 auto; padding: 2rem; overflow-wrap: break-word; }
.wide { overflow-x: auto; }
header { border-bottom: 2px solid ${accentColor}; margin-bottom: 1.5rem; }
img { max-width: 15rem; max-height: 5rem; }
h1, h2, caption { color: ${readableOnWhite(accentColor)}; }
h1 { font-size: 1.7rem; margin: 0.5rem 0; }
h2, caption { font-size: 1rem; font-weight: bold; text-align: left; margin: 0 0 0.25rem; }
address { font-style: normal; }
.stamp { display: inline-block; border: 3px solid #111; padding: 0 0.75rem; font-size: 1.5rem; font-weight: bold; letter-spacing: 0.1em; }
.parties { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1.5rem; margin-bottom: 1.5rem; }
dl { margin: 0; }
dt { font-weight: bold; }
dd { margin: 0 0 0.25rem; }
table { width: 100%; border-collapse: collapse; margin-bottom: 1.5rem; }
th, td { padding: 0.4rem 0.5rem; text-align: left; vertical-align: top; border-bottom: 1px solid #767676; font-weight: normal; }
thead th { background: ${headerColor}; color: ${readableOn(headerColor)}; font-weight: bold; }
tbody th { overflow-wrap: anywhere; min-width: 8rem; }
td.number, thead .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.totals { margin-left: auto; max-width: 26rem; }
.total th, .total td { font-weight: bold; border-top: 2px solid ${accentColor}; }
@media print {
  @page { size: A4; margin: 18mm; }
  main { max-width: none; padding: 0; }
  .wide { overflow: visible; }
  thead { display: table-header-group; }
  tr, section { break-inside: avoid; }
  thead th { print-color-adjust: exact; }
}
`;
}
