import type { TargetKey } from '../../payments';

/** Each has a number, which is never used for another: links in messages live long. */
const TYPES: readonly string[] = ['invoice', 'payment_request'];
const ID_BYTES = 16;

/** What a link to pay says: the organization, and what is paid. */
export interface PaySubject {
  readonly organizationId: string;
  readonly key: TargetKey;
}

/** Returns the bytes of a link to pay. @throws RangeError for a target that no page is for. */
export function packed({ organizationId, key }: PaySubject): Buffer {
  const type = TYPES.indexOf(key.type);
  if (type < 0) throw new RangeError(`There is no page to pay a ${key.type}`);
  return Buffer.concat([Buffer.of(type), bytesOf(organizationId), bytesOf(key.id)]);
}

/** Returns what bytes of `packed` say; null for others. */
export function unpacked(bytes: Buffer): PaySubject | null {
  const type = TYPES[bytes[0] ?? TYPES.length];
  if (type === undefined || bytes.length !== 1 + 2 * ID_BYTES) return null;
  return { organizationId: idAt(bytes, 1), key: { type, id: idAt(bytes, 1 + ID_BYTES) } };
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idAt = (bytes: Buffer, start: number): string =>
  bytes
    .subarray(start, start + ID_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
