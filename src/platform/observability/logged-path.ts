/**
 * Returns a path as it may be logged: without the token of a link to a document, because whoever reads the log must not be
 * able to use it.
 */
export function loggedPath(path: string): string {
  return path.replace(/^(\/documents\/).+/i, '$1…');
}
