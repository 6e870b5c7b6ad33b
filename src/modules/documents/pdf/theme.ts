import type { TextStyle } from './text/text-style';

/** Lengths are in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 56, top: 52, bottom: 72 };
export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right;
export const CONTENT_END = PAGE.height - PAGE.bottom;

export const BODY: TextStyle = { size: 9.5, weight: 'regular' };
export const BODY_STRONG: TextStyle = { ...BODY, weight: 'bold' };
export const SMALL: TextStyle = { size: 8, weight: 'regular' };
export const CAPTION: TextStyle = { size: 10.5, weight: 'bold' };
export const COLUMN_HEADER: TextStyle = { size: 8.5, weight: 'bold' };
export const HEADINGS: Record<1 | 2, TextStyle> = {
  1: { size: 20, weight: 'bold' },
  2: { size: 12, weight: 'bold' },
};
export const STAMP: TextStyle = { size: 18, weight: 'bold' };

/** Separates the rows of a table. */
export const ROW_LINE = '#c9ccd1';
export const TEXT_COLOR = '#000000';

export const GAP = { block: 12, column: 24, afterHeading: { 1: 8, 2: 4 }, beforeHeading: 8 };
export const CELL = { x: 5, y: 4 };
export const IMAGE = { width: 180, height: 60 };
