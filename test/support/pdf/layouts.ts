import type { Block, DocumentLayout, TableRow } from '../../../src/modules/documents/blocks/block';
import { RGBA_PNG } from './images';

export function layoutOf(blocks: readonly Block[], changes: Partial<DocumentLayout> = {}): DocumentLayout {
  return {
    title: 'Invoice 7 of Müller & <Söhne>',
    language: 'de-AT',
    accentColor: '#0b6e4f',
    blocks,
    footer: 'Acme GmbH, Vienna',
    labels: { page: 'Page {page} of {pages}' },
    fixedAt: new Date('2026-11-01T12:00:00Z'),
    ...changes,
  };
}

export function linesTable(rows: readonly TableRow[]): Block {
  return {
    type: 'table',
    caption: 'Lines',
    columns: [
      { header: 'Description', align: 'start', width: 4 },
      { header: 'Amount', align: 'end', width: 1 },
    ],
    rows,
  };
}

export function rowsOf(count: number): TableRow[] {
  return Array.from({ length: count }, (_, index) => ({ cells: [`Item ${index + 1}`, `${index}.00`] }));
}

/** An invoice with every kind of block. */
export function invoice(): DocumentLayout {
  return layoutOf([
    {
      type: 'image',
      image: { contentType: 'image/png', width: 2, height: 1, bytes: RGBA_PNG },
      alternative: 'Logo of Acme',
    },
    { type: 'heading', level: 1, text: 'Invoice 7' },
    { type: 'stamp', text: 'DRAFT' },
    {
      type: 'columns',
      columns: [
        [
          { type: 'heading', level: 2, text: 'Seller' },
          { type: 'paragraph', text: 'Acme GmbH\nVienna' },
        ],
        [
          { type: 'heading', level: 2, text: 'Customer' },
          { type: 'paragraph', text: 'Łódź 日本株式会社', style: 'strong' },
        ],
      ],
    },
    { type: 'fields', fields: [{ label: 'Due', value: '15 November 2026' }] },
    linesTable([{ cells: ['Plan', '10.00'] }, { cells: ['Total', '10.00'], style: 'strong' }]),
    { type: 'paragraph', text: 'Thank you.', style: 'small' },
  ]);
}
