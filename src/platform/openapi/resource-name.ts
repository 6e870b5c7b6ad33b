/** `/v1/credit_notes/{id}/void` is about a `credit note`. */
export function resourceOf(path: string): string {
  const collection = path.split('/').find((it) => it !== '' && it !== 'v1' && !it.startsWith('{')) ?? '';
  return collection
    .replaceAll('_', ' ')
    .replace(/ies$/, 'y')
    .replace(/(?<=x)es$|s$/, '');
}
