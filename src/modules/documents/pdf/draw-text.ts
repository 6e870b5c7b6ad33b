import type { FieldsBlock, HeadingBlock, ParagraphBlock, StampBlock } from '../blocks/block';
import type { Area, Sheet, Tag } from './sheet';
import type { TextBox } from './text/typesetter';
import { BODY, BODY_STRONG, GAP, HEADINGS, SMALL, STAMP, TEXT_COLOR } from './theme';

/** Draws text that continues on the next page if necessary. */
export function drawLines(sheet: Sheet, box: TextBox, area: Area, tag: Tag, type: string): void {
  let from = 0;
  while (from < box.lines.length) {
    if (sheet.remaining < box.lineHeight) sheet.nextPage();
    const count = Math.min(box.lines.length - from, Math.floor(sheet.remaining / box.lineHeight));
    sheet.taggedLines(tag, type, box, { from, to: from + count }, { ...area, y: sheet.y });
    sheet.advance(count * box.lineHeight);
    from += count;
  }
}

export function drawHeading(sheet: Sheet, block: HeadingBlock, area: Area, parent: Tag): void {
  const box = sheet.typesetter.layOut(block.text, area.width, HEADINGS[block.level]);
  if (!sheet.isAtTop && block.level === 2) sheet.advance(GAP.beforeHeading);
  // A heading stays with the first lines of what follows.
  sheet.reserve(box.height + GAP.afterHeading[block.level] + 3 * BODY.size * 1.4);
  const type = `H${block.level}`;
  drawLines(sheet, box, area, sheet.tag(parent, type), type);
  sheet.advance(GAP.afterHeading[block.level] - GAP.block);
}

export function drawParagraph(sheet: Sheet, block: ParagraphBlock, area: Area, parent: Tag): void {
  const style = block.style === 'strong' ? BODY_STRONG : block.style === 'small' ? SMALL : BODY;
  drawLines(sheet, sheet.typesetter.layOut(block.text, area.width, style), area, sheet.tag(parent, 'P'), 'P');
}

export function drawStamp(sheet: Sheet, block: StampBlock, area: Area, parent: Tag): void {
  const padding = { x: 12, y: 5 };
  const bar = 5;
  const box = sheet.typesetter.layOut(block.text, area.width - bar - 2 * padding.x, STAMP);
  const height = box.height + 2 * padding.y;
  const width = bar + 2 * padding.x + Math.max(...box.lines.map((line) => line.width));
  sheet.reserve(height);
  sheet.artifact('Layout', () => {
    const { document } = sheet;
    document.save().lineWidth(1.2).strokeColor(TEXT_COLOR).fillColor(sheet.accentColor);
    document.rect(area.x, sheet.y, bar, height).fill();
    document.rect(area.x, sheet.y, width, height).stroke().restore();
  });
  const at = { x: area.x + bar + padding.x, width: area.width, y: sheet.y + padding.y };
  sheet.taggedLines(sheet.tag(parent, 'P'), 'P', box, { from: 0, to: box.lines.length }, at);
  sheet.advance(height);
}

/** Draws pairs as a list of labels and values: PDF has this structure for the entries of a dictionary. */
export function drawFields(sheet: Sheet, block: FieldsBlock, area: Area, parent: Tag): void {
  const gap = 10;
  const widest = Math.max(0, ...block.fields.map(({ label }) => sheet.typesetter.widthOf(label, BODY)));
  const labels: Area = { x: area.x, width: Math.min(widest + 0.5, area.width * 0.5) };
  const values: Area = { x: area.x + labels.width + gap, width: area.width - labels.width - gap };
  const list = sheet.tag(parent, 'L');
  for (const { label, value } of block.fields) {
    const labelBox = sheet.typesetter.layOut(label, labels.width, BODY);
    const valueBox = sheet.typesetter.layOut(value, values.width, BODY_STRONG);
    sheet.reserve(Math.max(labelBox.height, valueBox.height));
    const item = sheet.tag(list, 'LI');
    const start = sheet.now;
    drawLines(sheet, labelBox, labels, sheet.tag(item, 'Lbl'), 'Lbl');
    const afterLabel = sheet.now;
    sheet.moveTo(start);
    drawLines(sheet, valueBox, values, sheet.tag(item, 'LBody'), 'LBody');
    const afterValue = sheet.now;
    sheet.moveTo(laterOf(afterLabel, afterValue));
  }
}

interface PageAndY {
  page: number;
  y: number;
}

export function laterOf<T extends PageAndY>(a: T, b: T): T {
  return a.page > b.page || (a.page === b.page && a.y > b.y) ? a : b;
}
