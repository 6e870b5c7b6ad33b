import { createHmac } from 'node:crypto';
import { WebhookVerificationError } from './errors.js';
import { verify, type VerifyOptions } from './webhooks.js';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret of thirty-two byt').toString('base64')}`;
const NOW = new Date('2026-01-31T12:00:00Z');
const BODY = JSON.stringify({ webhook_type: 'customer.created', customer: { name: 'Zoë' } });

function signed(secrets: string[], body = BODY, at = NOW): Record<string, string> {
  const timestamp = String(at.getTime() / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`d1.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': 'd1', 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const verifyNow = (headers: Record<string, string>, secret: string | string[], options: VerifyOptions = {}) =>
  verify(BODY, headers, secret, { now: NOW, ...options });

describe('webhooks.verify', () => {
  it('returns the event if the signature holds, for text and bytes', () => {
    const event = verifyNow(signed([SECRET]), SECRET);
    expect(event.webhook_type).toBe('customer.created');
    expect(verify(Buffer.from(BODY), signed([SECRET]), SECRET, { now: NOW })).toEqual(event);
  });

  it('takes Headers and names in any case', () => {
    const headers = signed([SECRET]);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, it]) => [name.toUpperCase(), [it]]));
    expect(() => verify(BODY, upper, SECRET, { now: NOW })).not.toThrow();
    expect(() => verify(BODY, new Headers(headers), SECRET, { now: NOW })).not.toThrow();
  });

  it('holds with either secret while both are in use', () => {
    expect(() => verifyNow(signed([SECRET, OTHER]), OTHER)).not.toThrow();
    expect(() => verifyNow(signed([SECRET]), [OTHER, SECRET])).not.toThrow();
  });

  it.each([
    ['another secret', () => verifyNow(signed([SECRET]), OTHER), 'No signature'],
    ['no secret', () => verifyNow(signed([SECRET]), []), 'No signature'],
    ['an empty secret', () => verifyNow(signed([SECRET]), ''), 'The secret is empty'],
    ['a changed body', () => verify(`${BODY} `, signed([SECRET]), SECRET, { now: NOW }), 'No signature'],
    [
      'an old timestamp',
      () => verifyNow(signed([SECRET], BODY, new Date(+NOW - 301_000)), SECRET),
      'within 300 s',
    ],
    [
      'a future timestamp',
      () => verifyNow(signed([SECRET], BODY, new Date(+NOW + 301_000)), SECRET),
      'within 300 s',
    ],
    [
      'a missing header',
      () => verifyNow({ ...signed([SECRET]), 'webhook-id': '' }, SECRET),
      'webhook-id is missing',
    ],
    [
      'another version of signature',
      () => verifyNow({ ...signed([SECRET]), 'webhook-signature': 'v2,abc' }, SECRET),
      'No signature',
    ],
    ['a body that is not JSON', () => verify('x', signed([SECRET], 'x'), SECRET, { now: NOW }), 'not JSON'],
  ])('refuses %s', (_, act, message) => {
    expect(act).toThrow(WebhookVerificationError);
    expect(act).toThrow(message);
  });

  it('takes the tolerance of the caller', () => {
    const headers = signed([SECRET], BODY, new Date(+NOW - 301_000));
    expect(() => verifyNow(headers, SECRET, { toleranceSeconds: 302 })).not.toThrow();
  });
});
