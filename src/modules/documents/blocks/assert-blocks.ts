import type { Block, ColumnsBlock } from './block';

type SingleBlock = Exclude<Block, ColumnsBlock>;

/**
 * Checks what a template returned, so that a wrong one fails with a reason instead of drawing a wrong document.
 *
 * @throws RangeError
 */
export function assertBlocks(blocks: readonly Block[]): void {
  if (!Array.isArray(blocks)) throw new RangeError('it returned no list of blocks');
  const all = flat(blocks);
  for (const block of all) assertBlock(block);
  const titles = all.filter((it) => it.type === 'heading' && it.level === 1);
  if (titles.length !== 1)
    throw new RangeError(`it returned ${titles.length} headings of level 1 instead of one`);
}

/** Returns the blocks with those in columns, in reading order. */
export function flat(blocks: readonly Block[]): SingleBlock[] {
  return blocks.flatMap((it) => (it.type === 'columns' ? it.columns.flat() : [it]));
}

function assertBlock(block: SingleBlock): void {
  const refuse = (what: string): never => {
    throw new RangeError(`it returned a ${block.type} ${what}`);
  };
  const isText = (it: unknown): boolean => typeof it === 'string';
  const texts = textsOf(block);
  if (texts === null) refuse('that is no block');
  else if (!texts.every(isText)) refuse('with a text that is not a string');
  if (block.type !== 'table') return;
  const { columns, rows } = block;
  if (columns.length === 0 || rows.some((it) => it.cells.length !== columns.length)) {
    refuse('with a row that has not one cell per column');
  }
}

/** Returns all texts of a block; null for an unknown type. */
function textsOf(block: SingleBlock): readonly string[] | null {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
    case 'stamp':
      return [block.text];
    case 'image':
      return [block.alternative];
    case 'fields':
      return block.fields.flatMap((it) => [it.label, it.value]);
    case 'table':
      return [
        block.caption,
        ...block.columns.map((it) => it.header),
        ...block.rows.flatMap((it) => it.cells),
      ];
    default:
      return null;
  }
}
