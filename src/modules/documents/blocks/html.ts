import type { Block, DocumentLayout, FieldsBlock, TableBlock } from './block';
import { escapeHtml } from './escape-html';
import { STYLES } from './html-styles';

/** Line feeds become line breaks. */
const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

const HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">';

/**
 * Draws a document as a page for the screen and for printing, without scripts and requests. `dir="auto"` keeps
 * right-to-left names from reordering their neighbours.
 */
export function drawHtml({ title, language, accentColor, blocks, footer }: DocumentLayout): string {
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}">`,
    `<head>${HEAD}<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>`,
    `<style>:root{--accent:${escapeHtml(accentColor)}}${STYLES}</style></head>`,
    '<body><main>',
    ...blocks.map(blockHtml),
    `</main><footer>${lines(footer)}</footer></body>`,
    '</html>',
    '',
  ].join('\n');
}

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `<h${block.level} dir="auto">${lines(block.text)}</h${block.level}>`;
    case 'paragraph': {
      const style = block.style === undefined ? '' : ` class="${block.style}"`;
      return `<p${style} dir="auto">${lines(block.text)}</p>`;
    }
    case 'stamp':
      return `<p class="stamp">${lines(block.text)}</p>`;
    case 'image': {
      const { contentType, bytes, width, height } = block.image;
      const source = `data:${contentType};base64,${bytes.toString('base64')}`;
      return `<img src="${source}" width="${width}" height="${height}" alt="${escapeHtml(block.alternative)}">`;
    }
    case 'fields':
      return fieldsHtml(block);
    case 'columns': {
      const columns = block.columns.map((it) => `<section>${it.map(blockHtml).join('\n')}</section>`);
      return `<div class="columns">${columns.join('\n')}</div>`;
    }
    case 'table':
      return tableHtml(block);
  }
}

function fieldsHtml({ fields }: FieldsBlock): string {
  const rows = fields.map(({ label, value }) => {
    return `<div><dt>${lines(label)}</dt><dd dir="auto">${lines(value)}</dd></div>`;
  });
  return `<dl>${rows.join('\n')}</dl>`;
}

function tableHtml({ caption, columns, rows }: TableBlock): string {
  const aligned = (index: number): string => (columns[index]?.align === 'end' ? ' class="end"' : '');
  const heads = columns.map((it, index) => `<th scope="col"${aligned(index)}>${lines(it.header)}</th>`);
  const body = rows.map(({ cells, style }) => {
    const [first = '', ...others] = cells;
    const tds = others.map((it, index) => `<td${aligned(index + 1)} dir="auto">${lines(it)}</td>`);
    const row = `<th scope="row"${aligned(0)} dir="auto">${lines(first)}</th>${tds.join('')}`;
    return `<tr${style === undefined ? '' : ` class="${style}"`}>${row}</tr>`;
  });
  return [
    `<table><caption>${lines(caption)}</caption>`,
    `<thead><tr>${heads.join('')}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody></table>`,
  ].join('\n');
}
