/** Returns the command that sends a webhook again by hand, with the headers of its last attempt. */
export function curlOf(url: string, body: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ 'content-type': 'application/json', ...headers })
    .filter(([name]) => !['content-length', 'host', 'connection'].includes(name.toLowerCase()))
    .map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`);
  return [`curl -X POST ${quote(url)}`, ...lines, `  --data-raw ${quote(body)}`].join(' \\\n');
}

/** Quotes a text for a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
