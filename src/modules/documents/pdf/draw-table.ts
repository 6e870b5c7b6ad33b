import type { TableBlock, TableColumn, TableRow } from '../blocks/block';
import type { Area, Sheet, Tag } from './sheet';
import type { TextStyle } from './text/text-style';
import type { TextBox } from './text/typesetter';
import { BODY, BODY_STRONG, CAPTION, CELL, COLUMN_HEADER, ROW_LINE, TEXT_COLOR } from './theme';

interface Cell {
  box: TextBox;
  area: Area;
  align: 'start' | 'end';
}

interface Row {
  cells: Cell[];
  height: number;
}

/** Draws a table. Rows stay on one page if they fit on one. */
export function drawTable(sheet: Sheet, block: TableBlock, area: Area, parent: Tag): void {
  const table = sheet.tag(parent, 'Table');
  const areas = columnAreas(block.columns, area);
  const header = layOutRow(
    sheet,
    block.columns,
    areas,
    block.columns.map((column) => column.header),
    COLUMN_HEADER,
  );
  const caption = sheet.typesetter.layOut(block.caption, area.width, CAPTION);
  const rows = block.rows.map((row) => layOutRow(sheet, block.columns, areas, row.cells, styleOf(row)));
  sheet.reserve(caption.height + header.height + (rows[0]?.height ?? 0));
  const at = { ...area, y: sheet.y };
  sheet.taggedLines(
    sheet.tag(table, 'Caption'),
    'Caption',
    caption,
    { from: 0, to: caption.lines.length },
    at,
  );
  sheet.advance(caption.height);
  drawHeader(sheet, header, area, sheet.tag(sheet.tag(table, 'THead'), 'TR'));
  const body = sheet.tag(table, 'TBody');
  const context = { sheet, area, header };
  rows.forEach((row, index) => {
    const strong = block.rows[index]?.style === 'strong';
    drawRow(context, row, sheet.tag(body, 'TR'), strong);
  });
}

function styleOf(row: TableRow): TextStyle {
  return row.style === 'strong' ? BODY_STRONG : BODY;
}

function columnAreas(columns: readonly TableColumn[], area: Area): Area[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  let x = area.x;
  return columns.map(({ width }) => {
    const share = (width / total) * area.width;
    x += share;
    return { x: x - share, width: share };
  });
}

/** The first and the last column end where the table ends; padding separates columns. */
function layOutRow(
  sheet: Sheet,
  columns: readonly TableColumn[],
  areas: readonly Area[],
  texts: readonly string[],
  style: TextStyle,
): Row {
  const cells = areas.map((area, index) => {
    const left = index === 0 ? 0 : CELL.x;
    const right = index === areas.length - 1 ? 0 : CELL.x;
    const inner = { x: area.x + left, width: Math.max(area.width - left - right, style.size) };
    const box = sheet.typesetter.layOut(texts[index] ?? '', inner.width, style);
    return { box, area: inner, align: columns[index]?.align ?? 'start' };
  });
  return { cells, height: Math.max(0, ...cells.map(({ box }) => box.height)) + 2 * CELL.y };
}

function drawHeader(sheet: Sheet, header: Row, area: Area, tag: Tag | null): void {
  if (tag === null) {
    sheet.artifact('Pagination', () => {
      for (const { box, area, align } of header.cells) {
        sheet.lines(box, 0, box.lines.length, { ...area, y: sheet.y + CELL.y, align });
      }
    });
  } else {
    for (const cell of header.cells) {
      const all = { from: 0, to: cell.box.lines.length };
      drawCell(sheet, cell, all, sheet.tag(tag, 'TH', { scope: 'Column' }), 'TH');
    }
  }
  sheet.advance(header.height);
  sheet.rule(area, sheet.y, sheet.accentColor, 1.5);
}

interface TableContext {
  sheet: Sheet;
  area: Area;
  header: Row;
}

/** The header row is tagged on the first page; on later pages it is decoration. */
function continueOnNextPage({ sheet, area, header }: TableContext): void {
  sheet.nextPage();
  drawHeader(sheet, header, area, null);
}

function drawRow(context: TableContext, row: Row, tag: Tag, strong: boolean): void {
  const { sheet, area } = context;
  if (row.height > sheet.remaining) continueOnNextPage(context);
  if (strong) sheet.rule(area, sheet.y, TEXT_COLOR, 0.75);
  const cells = row.cells.map((cell, index) => {
    const type = index === 0 ? 'TH' : 'TD';
    return { cell, type, tag: sheet.tag(tag, type, index === 0 ? { scope: 'Row' } : {}) } as const;
  });
  const lineHeight = row.cells[0]?.box.lineHeight ?? BODY.size;
  const count = Math.max(0, ...row.cells.map(({ box }) => box.lines.length));
  let from = 0;
  for (;;) {
    const fitting = Math.max(1, Math.floor((sheet.remaining - 2 * CELL.y) / lineHeight));
    const to = Math.min(count, from + fitting);
    for (const cell of cells) drawCell(sheet, cell.cell, { from, to }, cell.tag, cell.type);
    sheet.advance((to - from) * lineHeight + 2 * CELL.y);
    from = to;
    if (from >= count) break;
    continueOnNextPage(context); // only a row that is taller than a page
  }
  sheet.rule(area, sheet.y, ROW_LINE, 0.5);
}

function drawCell(
  sheet: Sheet,
  cell: Cell,
  part: { from: number; to: number },
  tag: Tag,
  type: 'TH' | 'TD',
): void {
  const to = Math.min(part.to, cell.box.lines.length);
  if (part.from >= to || cell.box.lines.every(({ pieces }) => pieces.length === 0)) return;
  const at = { ...cell.area, y: sheet.y + CELL.y, align: cell.align };
  sheet.taggedLines(tag, type, cell.box, { from: part.from, to }, at);
}
