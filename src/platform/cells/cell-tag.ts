/** The format of the name of a cell. It has neither `_` nor `.`, which end it in keys and tokens. */
export const CELL_NAME = /^[a-z0-9]{1,10}$/;

const TAG = /^[a-z0-9]{1,10}\./;

/**
 * Returns the token of a link, a cookie or a webhook URL with the tag of its cell, `<cell>.<token>`, so that a proxy can
 * send its request there (docs/scaling.md#routing); as it is, where cells have no names. What is stored of a token, and
 * compared, has no tag: a token may outlive a move, and is shown with the tag of the cell that serves it.
 */
export function tagged(cell: string | null, token: string): string {
  return cell === null ? token : `${cell}.${token}`;
}

/** Returns the token without the tag of a cell, if it has one. Tokens themselves have no `.`. */
export function untagged(token: string): string {
  return token.replace(TAG, '');
}
