import type { ApiParameter, JsonSchema } from './api-routes';

const MIB = 1024 * 1024;

/** A body that every operation must refuse, with the status. */
export interface BadBody {
  about: string;
  body: string | Buffer;
  contentType?: string;
  status: number;
}

/** Bodies that are invalid for every operation. */
export const BAD_BODIES: readonly BadBody[] = [
  { about: '1.5 MB', body: JSON.stringify({ name: 'x'.repeat(1.5 * MIB) }), status: 413 },
  { about: 'depth 10,000', body: '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000), status: 400 },
  { about: 'an array of depth 10,000', body: '['.repeat(10_000) + ']'.repeat(10_000), status: 400 },
  { about: 'open brackets only', body: '['.repeat(10_000), status: 400 },
  { about: '__proto__', body: '{"__proto__":{"admin":true}}', status: 422 },
  { about: 'constructor', body: '{"constructor":{"prototype":{"admin":true}}}', status: 422 },
  { about: 'an inherited name', body: '{"toString":"x"}', status: 422 },
  { about: 'duplicate keys', body: '{"name":"a","name":"b"}', status: 400 },
  {
    about: 'bad UTF-8',
    body: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    status: 400,
  },
  { about: 'a NUL byte', body: Buffer.from('{"a":"\0"}'), status: 400 },
  { about: 'a byte order mark and garbage', body: '\uFEFF{"a"', status: 400 },
  { about: 'not JSON', body: 'name=Acme', status: 400 },
  { about: 'an array', body: '[]', status: 422 },
  { about: 'a string', body: '"name"', status: 422 },
  { about: 'a number', body: '1e999', status: 422 },
  { about: 'an unknown field', body: '{"no_such_field":1}', status: 422 },
  { about: 'an unknown field with an empty name', body: '{"":1}', status: 422 },
  { about: 'another content type', body: '<xml/>', contentType: 'application/xml', status: 415 },
];

/** Values for one field of an otherwise valid body. */
export const BAD_VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  9_007_199_254_740_993,
  1e308,
  '',
  'a\0b',
  '\ud800',
  'x'.repeat(100_000),
  "'; DROP TABLE organizations; --",
  [],
  ['a\0b'],
  [{ a: 1 }],
  {},
  { a: 'b\0' },
];

/** Invalid IDs, encoded for a path. */
export const BAD_IDS: readonly string[] = [
  '1',
  '-1',
  '%20',
  'null',
  'undefined',
  'constructor',
  '__proto__',
  '%00',
  'a%00b',
  '%F0%9F%A6%9C',
  '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0',
  '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0aa',
  '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0g',
  '%7B0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a%7D',
  '0199a3c45b7e7c3d9a1f2f6e8d4c1b0a',
  '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a%27%20OR%201=1',
  '..%2F..%2Fetc%2Fpasswd',
  'x'.repeat(5000),
];

/** Query strings that every list must refuse. */
export const BAD_LIST_QUERIES: readonly string[] = [
  'skip=-1',
  'skip=1.5',
  'skip=abc',
  'skip=99999999999999999999999',
  'skip=1&skip=2',
  'limit=0',
  'limit=1001',
  'limit=',
  'limit=1e1',
  'order_by=constructor',
  'order_by=__proto__',
  'order_by=id%27',
  'order_by=created_at:DESC',
  'order_by=created_at&order_by=created_at',
  'no_such_filter=1',
  '__proto__=1',
  '__proto__[a]=1',
  'constructor=1',
  'skip[]=1',
  'skip[a]=1',
  '%00=1',
];

/** Returns values for a query parameter that violate its schema. */
export function badParameterValues({ schema = {} }: ApiParameter): string[] {
  const always = ['%00', 'a%00b', '', 'a&', '%ED%A0%80'];
  return isFree(schema) ? always.slice(0, 3) : [...always.slice(0, 3), 'constructor', '-1', '%F0%9F%A6%9C'];
}

function isFree(schema: JsonSchema): boolean {
  return schema.type === 'string' && schema.enum === undefined && schema.format === undefined;
}
