import type { DocumentView, PartyView } from '../document-view';
import { PageWriter, type Column, type TextStyle } from './page-writer';
import { writeTable } from './pdf-table';

const TEXT: TextStyle = { size: 9.5 };
const BOLD: TextStyle = { ...TEXT, isBold: true };
const LOGO = { width: 180, height: 60 } as const;
const GAP = 16;

/** Returns a document as PDF: tagged, with its fonts embedded, and the same bytes for the same view. */
export function documentPdf(view: DocumentView): Promise<Buffer> {
  const writer = new PageWriter(view);
  writeHead(writer, view);
  writeParties(writer, view);
  writeTable(writer, view.lines, view.headerColor);
  if (view.taxes.rows.length > 0) writeTable(writer, view.taxes, view.headerColor);
  writeTotals(writer, view);
  writeNotes(writer, view);
  return writer.finish();
}

function heading(writer: PageWriter, text: string, column = writer.column): void {
  writer.paragraph(writer.root, 'H2', text, { size: 11, isBold: true, color: writer.headingColor }, column);
}

function writeHead(writer: PageWriter, { logo, title, stamp, accentColor }: DocumentView): void {
  if (logo !== null) {
    const { x } = writer.column;
    const { y } = writer;
    const bbox = [x, y, x + LOGO.width, y + LOGO.height];
    const figure = writer.struct('Figure', { alt: logo.alt, bbox });
    writer.root.add(figure);
    figure.add(() => {
      writer.pdf.image(logo.content, x, y, { fit: [LOGO.width, LOGO.height] });
    });
    figure.end();
    writer.y += LOGO.height + 8;
  }
  writer.paragraph(writer.root, 'H1', title, { size: 20, isBold: true, color: writer.headingColor });
  if (stamp !== null) writeStamp(writer, stamp);
  writer.rule(accentColor, writer.y + 4, writer.column, 1.5);
  writer.y += GAP;
}

function writeStamp(writer: PageWriter, stamp: string): void {
  const style: TextStyle = { size: 16, isBold: true };
  const { x } = writer.column;
  const [width, height] = [writer.widthOf(stamp, style) + 20, writer.lineHeight(style) + 4];
  const { y } = writer;
  writer.decoration((pdf) => {
    pdf
      .rect(x + 1, y + 3, width, height)
      .lineWidth(2)
      .strokeColor('#111111')
      .stroke();
  });
  writer.y += 5;
  writer.paragraph(writer.root, 'P', stamp, style, { x: x + 11, width });
  writer.y += 8;
}

/** In columns beside each other, but read one after the other. */
function writeParties(writer: PageWriter, view: DocumentView): void {
  const third = writer.column.width / 3;
  const column = (index: number): Column => ({
    x: writer.column.x + index * third,
    width: third - 12,
  });
  const top = writer.y;
  const bottoms = [
    writeParty(writer, view.seller, column(0)),
    writeParty(writer, view.buyer, column(1), top),
    writeDetails(writer, view, column(2), top),
  ];
  writer.y = Math.max(...bottoms) + GAP;
}

function writeParty(writer: PageWriter, party: PartyView, column: Column, top = writer.y): number {
  writer.y = top;
  heading(writer, party.heading, column);
  party.lines.forEach((line, index) => {
    writer.paragraph(writer.root, 'P', line, index === 0 ? BOLD : TEXT, column);
  });
  return writer.y;
}

function writeDetails(writer: PageWriter, { details }: DocumentView, column: Column, top: number): number {
  writer.y = top;
  heading(writer, details.heading, column);
  for (const { label, value } of details.entries) {
    writer.paragraph(writer.root, 'P', label, BOLD, column);
    writer.paragraph(writer.root, 'P', value, TEXT, column);
  }
  return writer.y;
}

function writeTotals(writer: PageWriter, { totals, accentColor }: DocumentView): void {
  const width = writer.column.width * 0.6;
  const column = { x: writer.column.x + writer.column.width - width, width };
  const labels: Column = { x: column.x, width: width * 0.6 };
  const values: Column = { x: column.x + width * 0.6, width: width * 0.4 };
  writer.ensureRoom(60);
  heading(writer, totals.heading, column);
  const table = writer.struct('Table');
  writer.root.add(table);
  for (const { label, value, isTotal } of totals.entries) {
    const style = isTotal ? BOLD : TEXT;
    const texts = writer.linesOf(label, labels, style);
    const height = texts.length * writer.lineHeight(style) + 4;
    writer.ensureRoom(height);
    if (isTotal) writer.rule(accentColor, writer.y, column, 1.5);
    const row = writer.struct('TR');
    table.add(row);
    const head = writer.struct('TH', { scope: 'Row' });
    row.add(head);
    writer.linesAt(head, texts, writer.y + 2, labels, style);
    const cell = writer.struct('TD');
    row.add(cell);
    writer.linesAt(cell, [value], writer.y + 2, values, { ...style, align: 'right' });
    row.end();
    writer.y += height;
  }
  table.end();
  writer.y += GAP;
}

function writeNotes(writer: PageWriter, { notes }: DocumentView): void {
  if (notes.paragraphs.length === 0) return;
  writer.ensureRoom(40);
  heading(writer, notes.heading);
  for (const text of notes.paragraphs) {
    writer.paragraph(writer.root, 'P', text, TEXT);
    writer.y += 4;
  }
}
