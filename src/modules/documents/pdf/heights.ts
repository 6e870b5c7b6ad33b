import type { Block } from '../blocks/block';
import type { Typesetter } from './text/typesetter';
import { BODY, BODY_STRONG, CAPTION, CELL, COLUMN_HEADER, GAP, HEADINGS, IMAGE, SMALL, STAMP } from './theme';

/** Returns about how high blocks are, to keep columns on one page; long words may need more. */
export function estimateHeight(blocks: readonly Block[], width: number, typesetter: Typesetter): number {
  const heights = blocks.map((block) => heightOf(block, width, typesetter));
  return heights.reduce((sum, height) => sum + height + GAP.block, 0);
}

function heightOf(block: Block, width: number, typesetter: Typesetter): number {
  const height = (text: string, share: number, style = BODY): number =>
    typesetter.layOut(text, width * share, style).height;
  switch (block.type) {
    case 'heading':
      return height(block.text, 1, HEADINGS[block.level]) + GAP.afterHeading[block.level];
    case 'paragraph':
      return height(block.text, 1, block.style === 'small' ? SMALL : BODY);
    case 'image':
      return IMAGE.height;
    case 'stamp':
      return height(block.text, 0.8, STAMP);
    case 'fields':
      return block.fields.reduce((sum, { value }) => sum + height(value, 0.5, BODY_STRONG), 0);
    case 'columns':
      return Math.max(
        0,
        ...block.columns.map((column) => estimateHeight(column, width / block.columns.length, typesetter)),
      );
    case 'table': {
      const total = block.columns.reduce((sum, column) => sum + column.width, 0);
      const rowHeight = (cells: readonly string[], style = BODY): number =>
        2 * CELL.y +
        Math.max(0, ...cells.map((cell, i) => height(cell, (block.columns[i]?.width ?? 0) / total, style)));
      const header = rowHeight(
        block.columns.map((column) => column.header),
        COLUMN_HEADER,
      );
      return block.rows.reduce(
        (sum, { cells }) => sum + rowHeight(cells),
        height(block.caption, 1, CAPTION) + header,
      );
    }
  }
}
