import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { WebhookVerificationError } from './errors.js';
import { verify, type WebhookHeaders } from './webhooks.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const NOW = new Date('2026-01-31T12:00:00.000Z');
const BODY = JSON.stringify({
  webhook_type: 'customer.created',
  object_id: 'x',
  customer: { name: 'Zoë 😀' },
});

/** Signs with the standardwebhooks library, independent of the code under test. */
function headersOf(body: string, at = NOW, secrets = [SECRET]): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((it) => new Webhook(it).sign('msg_1', at, body)).join(' '),
  };
}

function codeOf(body: string | Uint8Array, headers: WebhookHeaders, secret = SECRET): string {
  try {
    verify(body, headers, secret, { now: NOW });
    return 'verified';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
}

const seconds = (count: number): Date => new Date(NOW.getTime() + count * 1000);

describe('verify', () => {
  it('returns the event of a signed body, given as text, bytes or Buffer', () => {
    const headers = headersOf(BODY);
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) {
      expect(verify(body, headers, SECRET, { now: NOW })).toEqual(JSON.parse(BODY));
    }
  });

  it('accepts Headers, Node.js headers and plain objects in any case', () => {
    const headers = headersOf(BODY);
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, it]) => [name.toUpperCase(), it]));
    const listed = Object.fromEntries(Object.entries(headers).map(([name, it]) => [name, [it]]));
    for (const it of [headers, new Headers(headers), shouted, listed])
      expect(codeOf(BODY, it)).toBe('verified');
  });

  it('verifies any JSON body, and no body with a changed byte', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.integer({ min: 1, max: 255 }), (customer, position, change) => {
        const body = `{"webhook_type":"customer.created","customer":${customer}}`;
        const headers = headersOf(body);
        expect(codeOf(body, headers)).toBe('verified');
        const bytes = Buffer.from(body);
        const index = position % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ change;
        expect(codeOf(bytes, headers)).toBe('invalid_signature');
      }),
    );
  });

  it('accepts no signature but the right one', () => {
    const given = headersOf(BODY);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ minLength: 1 }),
          fc.base64String().map((it) => `v1,${it}`),
        ),
        (signature) => {
          fc.pre(signature !== given['webhook-signature']);
          expect(codeOf(BODY, { ...given, 'webhook-signature': signature })).toBe('invalid_signature');
        },
      ),
    );
    const unsigned = (given['webhook-signature'] ?? '').replace('v1,', 'v1a,');
    expect(codeOf(BODY, { ...given, 'webhook-signature': unsigned })).toBe('invalid_signature');
  });

  it('accepts the old and the new secret during a rotation, and no other secret', () => {
    const headers = headersOf(BODY, NOW, [OTHER_SECRET, SECRET]);
    expect([codeOf(BODY, headers, SECRET), codeOf(BODY, headers, OTHER_SECRET)]).toEqual([
      'verified',
      'verified',
    ]);
    expect(codeOf(BODY, headersOf(BODY), OTHER_SECRET)).toBe('invalid_signature');
  });

  it.each([
    [-301, 'timestamp_too_old'],
    [-300, 'verified'],
    [300, 'verified'],
    [301, 'timestamp_too_new'],
  ])('judges a signature of %i s from now as %s', (age, expected) => {
    expect(codeOf(BODY, headersOf(BODY, seconds(age)))).toBe(expected);
  });

  it('refuses a changed ID or timestamp, because the signature covers them', () => {
    const headers = headersOf(BODY, seconds(-3600));
    const renewed = { ...headers, 'webhook-timestamp': String(NOW.getTime() / 1000) };
    expect(codeOf(BODY, renewed)).toBe('invalid_signature');
    expect(codeOf(BODY, { ...headersOf(BODY), 'webhook-id': 'msg_2' })).toBe('invalid_signature');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('names a missing %s header', (name) => {
    const headers = { ...headersOf(BODY), [name]: undefined };
    expect(() => verify(BODY, headers, SECRET)).toThrow(`The webhook has no ${name} header.`);
  });

  it('refuses a signed body that is not an event', () => {
    for (const body of ['<html>', 'null', '[]', '{"webhook_type":1}']) {
      expect(codeOf(body, headersOf(body))).toBe('invalid_body');
    }
  });

  it('returns an event of a newer service as unknown, with its kind and fields', () => {
    const body = JSON.stringify({ webhook_type: 'meter.paused', object_id: 'x', meter: { id: 'x' } });
    const expected = {
      webhook_type: 'unknown',
      unknown_type: 'meter.paused',
      object_id: 'x',
      meter: { id: 'x' },
    };
    expect(verify(body, headersOf(body), SECRET, { now: NOW })).toEqual(expected);
  });

  it('throws a TypeError for a parsed body and for an empty secret', () => {
    const parsed = JSON.parse(BODY) as string;
    expect(() => verify(parsed, headersOf(BODY), SECRET)).toThrow(TypeError);
    for (const secret of ['', 'whsec_'])
      expect(() => verify(BODY, headersOf(BODY), secret)).toThrow(TypeError);
  });
});
