/** The parts of a message that a person reads. */
export interface Message {
  html?: string;
  text?: string;
  /** Names of files. */
  attachments: string[];
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

/** Reads a message (RFC 5322) with its MIME parts. */
export function readMessage(source: string): Message {
  const message: Message = { attachments: [] };
  for (const part of leavesOf(partOf(source))) {
    const type = header(part, 'content-type');
    const name = parameter(header(part, 'content-disposition'), 'filename') ?? parameter(type, 'name');
    if (name !== undefined) message.attachments.push(name);
    else if (type.startsWith('text/html')) message.html ??= decoded(part);
    else if (type.startsWith('text/plain')) message.text ??= decoded(part);
  }
  return message;
}

function partOf(source: string): Part {
  const [head = '', ...rest] = source.replaceAll('\r\n', '\n').split('\n\n');
  const headers = new Map<string, string>();
  // A line that begins with a space continues the header before it.
  for (const line of head.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: rest.join('\n\n') };
}

function leavesOf(part: Part): Part[] {
  const type = header(part, 'content-type');
  const boundary = parameter(type, 'boundary');
  if (!type.startsWith('multipart/') || boundary === undefined) return [part];
  const [content = ''] = `\n${part.body}`.split(`\n--${boundary}--`);
  return content
    .split(`\n--${boundary}\n`)
    .slice(1)
    .flatMap((it) => leavesOf(partOf(it)));
}

function header(part: Part, name: string): string {
  return part.headers.get(name) ?? '';
}

function parameter(value: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(value);
  return match?.[1] ?? match?.[2];
}

function decoded(part: Part): string {
  const encoding = header(part, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return fromBytes(atob(part.body.replaceAll(/\s/g, '')));
  if (encoding !== 'quoted-printable') return part.body;
  const bytes = part.body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return fromBytes(bytes);
}

/** Returns the text of bytes in UTF-8, each given as a character. */
function fromBytes(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (it) => it.charCodeAt(0)));
}
