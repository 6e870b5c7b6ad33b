import type { Block, ColumnsBlock, DocumentLayout } from '../blocks/block';
import { createDocument, type PdfDocument } from './accessible-document';
import { drawFields, drawHeading, drawParagraph, drawStamp, laterOf } from './draw-text';
import { drawImage } from './draw-image';
import { drawTable } from './draw-table';
import { DocumentFonts } from './fonts/document-fonts';
import { estimateHeight } from './heights';
import { Sheet, type Area, type Tag } from './sheet';
import { Typesetter } from './text/typesetter';
import { CONTENT_END, CONTENT_WIDTH, GAP, PAGE, ROW_LINE, SMALL } from './theme';

/**
 * Draws a document as tagged PDF/UA. The same layout gives the same bytes in every process.
 *
 * Blocks the event loop while it draws; see `PdfDrawer`.
 */
export async function drawPdf(layout: DocumentLayout): Promise<Buffer> {
  const document = createDocument(layout);
  const bytes = collect(document);
  const sheet = new Sheet(document, new Typesetter(new DocumentFonts(document)), layout.accentColor);
  const root = document.struct('Document');
  document.addStructure(root);
  drawBlocks(sheet, layout.blocks, { x: PAGE.left, width: CONTENT_WIDTH }, root);
  drawFooters(sheet, layout);
  document.end();
  return bytes;
}

function collect(document: PdfDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}

function drawBlocks(sheet: Sheet, blocks: readonly Block[], area: Area, parent: Tag): void {
  blocks.forEach((block, index) => {
    if (index > 0) sheet.advance(GAP.block);
    drawBlock(sheet, block, area, parent);
  });
}

function drawBlock(sheet: Sheet, block: Block, area: Area, parent: Tag): void {
  switch (block.type) {
    case 'heading':
      drawHeading(sheet, block, area, parent);
      break;
    case 'paragraph':
      drawParagraph(sheet, block, area, parent);
      break;
    case 'image':
      drawImage(sheet, block, area, parent);
      break;
    case 'stamp':
      drawStamp(sheet, block, area, parent);
      break;
    case 'fields':
      drawFields(sheet, block, area, parent);
      break;
    case 'columns':
      drawColumns(sheet, block, area, parent);
      break;
    case 'table':
      drawTable(sheet, block, area, parent);
      break;
  }
}

function drawColumns(sheet: Sheet, block: ColumnsBlock, area: Area, parent: Tag): void {
  const count = block.columns.length;
  const width = (area.width - (count - 1) * GAP.column) / count;
  const height = Math.max(
    0,
    ...block.columns.map((blocks) => estimateHeight(blocks, width, sheet.typesetter)),
  );
  if (height < CONTENT_END - PAGE.top) sheet.reserve(height);
  const start = sheet.now;
  let end = start;
  block.columns.forEach((blocks, index) => {
    sheet.moveTo(start);
    drawBlocks(sheet, blocks, { x: area.x + index * (width + GAP.column), width }, parent);
    end = laterOf(end, sheet.now);
  });
  sheet.moveTo(end);
}

function drawFooters(sheet: Sheet, layout: DocumentLayout): void {
  const pages = sheet.document.bufferedPageRange().count;
  const area = { x: PAGE.left, width: CONTENT_WIDTH };
  const y = PAGE.height - PAGE.bottom + 20;
  for (let page = 0; page < pages; page++) {
    sheet.moveTo({ page, y });
    sheet.rule(area, y, ROW_LINE, 0.5);
    const label = layout.labels.page
      .replaceAll('{page}', String(page + 1))
      .replaceAll('{pages}', String(pages));
    const number = sheet.typesetter.layOut(label, area.width / 3, SMALL);
    const footer = sheet.typesetter.layOut(layout.footer, (area.width * 2) / 3 - GAP.column, SMALL);
    sheet.artifact('Pagination', () => {
      // Two lines fit below the rule.
      sheet.lines(footer, 0, 3, { ...area, y: y + 5 });
      sheet.lines(number, 0, 1, { ...area, y: y + 5, align: 'end' });
    });
  }
}
