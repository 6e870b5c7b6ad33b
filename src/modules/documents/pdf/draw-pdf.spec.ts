import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { BASELINE_JPEG, RGBA_PNG } from '../../../../test/support/pdf/images';
import { invoice, layoutOf, linesTable, rowsOf } from '../../../../test/support/pdf/layouts';
import { readPdfs, tagsOf, textOf, type PdfTag, type ReadPdf } from '../../../../test/support/pdf/read-pdf';
import { drawPdf } from './draw-pdf';

/** With what a reader of tags must read. */
const NAMES: [name: string, actualText?: string][] = [
  ['Łódź'],
  ['日本株式会社'],
  ['汉语有限公司'],
  ['한국어'],
  ['Ελλάς'],
  ['Україна'],
  ['שלום עולם'],
  ['مرحبا بالعالم'],
  ['हिन्दी'],
  ['Acme שלום עולם (2026)'],
  ['office 1\u202f234,50\u00a0€ \u22125'],
  ['e\u0301\u0323 👩‍👩‍👧 😀 \u{10fffd}'],
  ['\u200e-5 ㈱ ℃'],
];

describe('drawPdf', () => {
  let pdfs: Record<'invoice' | 'names' | 'long' | 'wide', ReadPdf>;
  let bytes: Buffer;

  beforeAll(async () => {
    bytes = await drawPdf(invoice());
    const names = NAMES.map(([text]) => ({ type: 'paragraph', text }) as const);
    const wide = [
      { cells: ['W'.repeat(300), '1'] },
      { cells: ['汉'.repeat(3000), '2'] },
      { cells: ['End', '3'] },
    ];
    const [first, second, third, fourth] = readPdfs([
      bytes,
      await drawPdf(layoutOf([{ type: 'heading', level: 1, text: 'Names' }, ...names])),
      await drawPdf(layoutOf([{ type: 'heading', level: 1, text: 'Long' }, linesTable(rowsOf(2000))])),
      await drawPdf(layoutOf([linesTable(wide)])),
    ]);
    if (!first || !second || !third || !fourth) throw new Error('A document is missing.');
    pdfs = { invoice: first, names: second, long: third, wide: fourth };
  });

  test('metadata has the title, the language and the time of the layout', () => {
    expect(pdfs.invoice).toMatchObject({
      title: 'Invoice 7 of Müller & <Söhne>',
      metadataTitle: 'Invoice 7 of Müller & <Söhne>',
      language: 'de-AT',
      created: 'D:20261101120000Z',
      marked: true,
    });
  });

  test('blocks are tagged in reading order', () => {
    const outline = (tag: PdfTag): string[] =>
      tag.children.flatMap((child) => (typeof child === 'string' ? [] : [`${child.role} ${textOf(child)}`]));
    const [document] = tagsOf(pdfs.invoice.pages[0]?.tree ?? null, 'Document');
    expect(document && outline(document).map((line) => line.replaceAll(/\s+/gu, ' '))).toEqual([
      'Figure ',
      'H1 Invoice 7',
      'P DRAFT',
      'H2 Seller',
      'P Acme GmbH Vienna',
      'H2 Customer',
      'P Łódź 日本株式会社',
      'L Due15 November 2026',
      'Table LinesDescriptionAmountPlan10.00Total10.00',
      'P Thank you.',
    ]);
    expect(tagsOf(document ?? null, 'Figure')[0]?.alt).toBe('Logo of Acme');
    expect(tagsOf(document ?? null, 'Lbl').map(textOf)).toEqual(['Due']);
    expect(tagsOf(document ?? null, 'LBody').map(textOf)).toEqual(['15 November 2026']);
  });

  test('a table has a caption, a header row and a header in each row', () => {
    const table = tagsOf(pdfs.invoice.pages[0]?.tree ?? null, 'Table')[0] ?? null;
    expect(tagsOf(table, 'Caption').map(textOf)).toEqual(['Lines']);
    expect(tagsOf(table, 'THead').flatMap((head) => tagsOf(head, 'TH').map(textOf))).toEqual([
      'Description',
      'Amount',
    ]);
    const rows = tagsOf(table, 'TBody').flatMap((body) => tagsOf(body, 'TR'));
    expect(rows.map((row) => [tagsOf(row, 'TH').map(textOf), tagsOf(row, 'TD').map(textOf)])).toEqual([
      [['Plan'], ['10.00']],
      [['Total'], ['10.00']],
    ]);
  });

  test('scopes of headers are written', () => {
    const source = bytes.toString('latin1');
    expect(source.match(/\/Scope \/Column/gu)).toHaveLength(2);
    expect(source.match(/\/Scope \/Row/gu)).toHaveLength(2);
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
  });

  test('the footer and the page number are artifacts, and nothing is untagged', () => {
    for (const { pages } of Object.values(pdfs)) {
      for (const { artifacts } of pages) expect(artifacts).not.toContain('unmarked');
    }
    expect(pdfs.invoice.pages[0]?.artifacts).toContain('Acme GmbH, Vienna');
    expect(pdfs.invoice.pages[0]?.artifacts).toContain('Page 1 of 1');
  });

  test.each(NAMES.map(([name], index) => ({ name, index })))(
    '$name is read as it was written',
    ({ name, index }) => {
      const paragraph = tagsOf(pdfs.names.pages[0]?.tree ?? null, 'P')[index] ?? null;
      const [span] = tagsOf(paragraph, 'Span');
      // PDF.js returns ActualText as an alternative.
      const text = span?.alt ?? textOf(paragraph);
      expect(text.replaceAll(/[\u00a0\u202f]/gu, ' ')).toBe(name.replaceAll(/[\u00a0\u202f]/gu, ' '));
    },
  );

  test('readers without ActualText get right-to-left words in logical order', () => {
    const spans = tagsOf(pdfs.names.pages[0]?.tree ?? null, 'Span').map(textOf);
    expect(spans).toContain('שלום עולם');
    expect(spans).toContain('مرحبا بالعالم');
  });

  test('a table of 2,000 rows repeats its header as an artifact', () => {
    const { pages } = pdfs.long;
    expect(pages.length).toBeGreaterThan(50);
    pages.forEach(({ artifacts, text }, index) => {
      expect(artifacts.includes('Description')).toBe(index > 0);
      expect(text.includes('Description')).toBe(index === 0);
      expect(artifacts).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    const items = pages.flatMap(({ text }) => text.match(/Item \d+/gu) ?? []);
    expect(items).toEqual(items.map((_, index) => `Item ${index + 1}`));
    expect(items).toHaveLength(2000);
  });

  test('a row that is taller than a page continues on the next page', () => {
    expect(pdfs.wide.pages).toHaveLength(3);
    const texts = pdfs.wide.pages.flatMap(({ tree }) => tagsOf(tree, 'TH').map(textOf));
    expect(texts.join('').replaceAll(/\s/gu, '')).toBe(
      `DescriptionAmount${'W'.repeat(300)}${'汉'.repeat(3000)}End`,
    );
  });
});

describe('the bytes of a document', () => {
  const digest = (pdf: Buffer): string => createHash('sha256').update(pdf).digest('hex');

  test('are the same after other documents, and in another process', async () => {
    const first = digest(await drawPdf(invoice()));
    await drawPdf(layoutOf([{ type: 'paragraph', text: 'Invoice\u00a07 \u2126 fi ﬁ Ω 日本 DRAFT' }]));
    expect(digest(await drawPdf(invoice()))).toBe(first);
    const script = join(__dirname, '../../../../test/support/pdf/draw.cjs');
    expect(execFileSync(process.execPath, [script]).toString()).toBe(first);
  });

  test('do not depend on the order in which transparent images are decoded', async () => {
    const logo = { contentType: 'image/png', width: 2, height: 1, bytes: RGBA_PNG } as const;
    const image = { type: 'image', image: logo, alternative: 'Logo' } as const;
    const layout = layoutOf([image, image]);
    expect(await drawPdf(layout)).toEqual(await drawPdf(layout));
  });
});

describe('images', () => {
  const draw = (contentType: 'image/png' | 'image/jpeg', bytes: Buffer): Promise<Buffer> =>
    drawPdf(
      layoutOf([{ type: 'image', image: { contentType, width: 6, height: 4, bytes }, alternative: 'Logo' }]),
    );

  test('a transparent PNG image is embedded with a mask, a JPEG image as it is', async () => {
    expect((await draw('image/png', RGBA_PNG)).toString('latin1')).toMatch(/\/SMask \d+ 0 R/u);
    expect((await draw('image/jpeg', BASELINE_JPEG)).includes(BASELINE_JPEG)).toBe(true);
  });

  test('a broken image rejects the drawing', async () => {
    await expect(draw('image/png', RGBA_PNG.subarray(0, 50))).rejects.toThrow('must be a PNG or JPEG image');
    await expect(draw('image/jpeg', BASELINE_JPEG.subarray(0, 50))).rejects.toThrow(
      'must be a PNG or JPEG image',
    );
  });
});
