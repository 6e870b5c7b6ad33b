/** Bounds the memory, should a signer invent a new header for each request. */
const MAX_NAMES = 100;
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** Headers that signers must not set: those of every delivery, and those that HTTP needs. */
const RESERVED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'x-svc-attempt',
  'x-svc-event',
  'x-svc-sample',
  'x-svc-signature-algorithm',
  'x-svc-webhook-id',
]);

const checked = new Set<string>();

/**
 * Adds the headers of a signer, which may be anything: an invalid header could not be sent.
 *
 * @throws Error naming the invalid header
 */
export function addHeaders(headers: Record<string, string>, added: unknown): void {
  if (typeof added !== 'object' || added === null) throw new Error('it did not return headers');
  const values = added as Record<string, unknown>;
  // Not Object.entries(): this runs for every signature.
  for (const name in values) {
    const value = values[name];
    if (!checked.has(name)) checkName(name);
    if (typeof value !== 'string' || !VALUE.test(value)) {
      throw new Error(`the value of the header ${name} must be printable ASCII text`);
    }
    headers[name] = value;
  }
}

function checkName(name: string): void {
  if (!NAME.test(name)) throw new Error('the name of a header is invalid');
  if (RESERVED.has(name.toLowerCase())) throw new Error(`the header ${name} is reserved`);
  if (checked.size < MAX_NAMES) checked.add(name);
}
