import { readableOn } from '../colors.rules';
import type { TableView } from '../document-view';
import type { Column, PageWriter, TextStyle } from './page-writer';

const CELL: TextStyle = { size: 9 };
const PADDING = 4;
const GRID = '#767676';

interface Cell {
  column: Column;
  lines: string[];
  style: TextStyle;
}

/** Writes a table with its caption. Headings have their scopes, and are repeated on the next pages. */
export function writeTable(writer: PageWriter, table: TableView, headerColor: string): void {
  const structure = writer.struct('Table');
  const heading: TextStyle = { ...CELL, isBold: true, color: readableOn(headerColor) };
  const heads = cellsOf(
    writer,
    table,
    table.columns.map((it) => it.heading),
    heading,
  );
  writer.ensureRoom(80);
  writer.paragraph(writer.root, 'H2', table.caption, { size: 11, isBold: true, color: writer.headingColor });
  writer.root.add(structure);
  const head = (isRepeated: boolean): void => {
    const height = heightOf(writer, heads);
    writer.decoration((pdf) => {
      pdf.rect(writer.column.x, writer.y, writer.column.width, height).fill(headerColor);
    });
    if (isRepeated) repeat(writer, heads);
    else writeRow(writer, structure, heads, ['Column']);
    writer.y += height;
  };
  head(false);
  for (const row of table.rows) {
    const cells = cellsOf(writer, table, row, CELL);
    const height = heightOf(writer, cells);
    if (writer.ensureRoom(height)) head(true);
    writeRow(writer, structure, cells, ['Row', null]);
    writer.y += height;
    writer.rule(GRID, writer.y, writer.column, 0.5);
  }
  structure.end();
  writer.y += 16;
}

function cellsOf(writer: PageWriter, table: TableView, texts: readonly string[], style: TextStyle): Cell[] {
  const total = table.columns.reduce((sum, it) => sum + it.width, 0);
  let x = writer.column.x;
  return table.columns.map(({ isNumber, width }, index) => {
    const share = (writer.column.width * width) / total;
    const column = { x: x + PADDING, width: share - 2 * PADDING };
    x += share;
    const aligned: TextStyle = isNumber ? { ...style, align: 'right' } : style;
    return { column, style: aligned, lines: writer.linesOf(texts[index] ?? '', column, aligned) };
  });
}

const heightOf = (writer: PageWriter, cells: readonly Cell[]): number =>
  Math.max(...cells.map((it) => it.lines.length * writer.lineHeight(it.style))) + 2 * PADDING;

/** @param scopes of the cells, the last one for all that follow; null for a cell that is no heading */
function writeRow(
  writer: PageWriter,
  table: PDFKit.PDFStructureElement,
  cells: readonly Cell[],
  scopes: readonly ('Column' | 'Row' | null)[],
): void {
  const row = writer.struct('TR');
  table.add(row);
  cells.forEach(({ lines, column, style }, index) => {
    const scope = scopes[Math.min(index, scopes.length - 1)] ?? null;
    const cell = scope === null ? writer.struct('TD') : writer.struct('TH', { scope });
    row.add(cell);
    writer.linesAt(cell, lines, writer.y + PADDING, column, style);
    cell.end();
  });
  row.end();
}

function repeat(writer: PageWriter, cells: readonly Cell[]): void {
  for (const { lines, column, style } of cells) {
    lines.forEach((line, index) => {
      writer.artifactLine(line, writer.y + PADDING + index * writer.lineHeight(style), column, style);
    });
  }
}
