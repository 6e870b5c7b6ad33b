import { MalformedItemError, type PaymentProvider } from '../../src/modules/payments';
import { publishedProviders } from '../../src/modules/payments/providers/published-providers';
import { distinct } from '../support/provider-messages';
import { PAYMENT_ID, SAMPLES, type ProviderSample } from '../support/provider-samples';

const NOW = new Date('2026-01-01T12:00:00.500Z');
const MUTATIONS = 10_000;

const secondsLater = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

function published(name: string): PaymentProvider {
  const found = publishedProviders.find((it) => it.name === name);
  if (found === undefined) throw new Error(`No provider ${name}`);
  return found;
}

/** Returns a random number generator with a fixed seed, so that failures are reproducible. */
function randomBelow(): (limit: number) => number {
  let state = 0x2545f491;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Returns the text with one character replaced by another printable one. */
function mutated(text: string, random: (limit: number) => number): string {
  const at = random(text.length);
  const before = text.charCodeAt(at);
  const after = 0x20 + random(95);
  return (
    text.slice(0, at) +
    String.fromCharCode(after === before ? (after ^ 1) | 0x20 : after) +
    text.slice(at + 1)
  );
}

/** Declares the tests that every payment provider adapter must pass. */
export function paymentProviderSuite(provider: PaymentProvider, sample: ProviderSample): void {
  describe(`notifications of ${sample.name}`, () => {
    it('a body is split into notifications, and each is parsed', () => {
      const { headers } = sample.sign(sample.body, sample.secret, NOW);
      const items = provider.split(JSON.parse(sample.body), sample.body, distinct(headers));
      expect(items).toHaveLength(1);
      for (const { text } of items) {
        const told = provider.read(JSON.parse(text));
        expect(told).toMatchObject({ outcome: 'succeeded', paymentId: PAYMENT_ID });
        const isKnown = told.amountCents !== null && told.currency !== null;
        expect(isKnown || told.usesRecordedAmount).toBe(true);
      }
    });

    it('a body hints at our payment ID, and a malformed body gives no hints', () => {
      expect(provider.hints(JSON.parse(sample.body)).paymentIds).toEqual([PAYMENT_ID]);
      for (const body of [null, [], {}, 'text', 1, { data: null, events: 'x', payload: [] }]) {
        expect(provider.hints(body)).toEqual({ accountIds: [], paymentIds: [] });
      }
    });

    it('malformed notifications are refused one by one', () => {
      for (const item of [null, 'text', 1, []]) {
        expect(() => provider.read(item)).toThrow(MalformedItemError);
      }
    });
  });

  describe(`signatures of ${sample.name}${sample.hasTimestamp ? ', with timestamp' : ''}`, () => {
    const message = sample.sign(sample.body, sample.secret, NOW);
    const [signatureName = '', signature = ''] =
      Object.entries(message.headers).find(([name]) => name.endsWith('-signature')) ?? [];
    const verifies = (
      changes: {
        headers?: Record<string, string>;
        body?: string | Buffer;
        secrets?: string[];
        now?: Date;
      } = {},
    ): boolean =>
      provider.verify(
        distinct({ ...message.headers, ...changes.headers }),
        Buffer.from(changes.body ?? sample.body),
        changes.secrets ?? [sample.secret],
        changes.now ?? NOW,
      );

    it('a signature is accepted if its secret is anywhere in the list, and refused otherwise', () => {
      expect(verifies()).toBe(true);
      expect(verifies({ secrets: [sample.otherSecret, sample.secret] })).toBe(true);
      expect(verifies({ secrets: ['', sample.secret] })).toBe(true);
      expect(verifies({ secrets: [sample.otherSecret] })).toBe(false);
    });

    it('a signature covers the exact bytes of the body', () => {
      const body = `{"text":"\u2028 é 🦜 \ufeff"}`;
      const odd = sample.sign(body, sample.secret, NOW);
      expect(provider.verify(distinct(odd.headers), Buffer.from(body), [sample.secret], NOW)).toBe(true);
      const latin = Buffer.from(body, 'latin1');
      expect(provider.verify(distinct(odd.headers), latin, [sample.secret], NOW)).toBe(false);
      expect(verifies({ body: `${sample.body}\n` })).toBe(false);
      expect(verifies({ body: '' })).toBe(false);
    });

    it('a change of one character in signature, body or secret is refused', () => {
      const random = randomBelow();
      const accepted: string[] = [];
      for (let i = 0; i < MUTATIONS; i++) {
        const changes = [
          { headers: { [signatureName]: mutated(signature, random) } },
          { body: mutated(sample.body, random) },
          { secrets: [mutated(sample.secret, random)] },
        ][i % 3];
        // A different text that decodes to the same key is the same secret.
        const secret = changes?.secrets?.[0];
        if (secret !== undefined && keyOf(secret, sample) === keyOf(sample.secret, sample)) continue;
        if (verifies(changes)) accepted.push(JSON.stringify(changes));
      }
      expect(accepted).toEqual([]);
    });

    it('a header that is missing, empty, repeated, not ASCII, too long or in upper case is refused', () => {
      const body = Buffer.from(sample.body);
      const check = (values: string[] | undefined): boolean => {
        const headers = { ...distinct(message.headers), [signatureName]: values };
        return provider.verify(headers, body, [sample.secret], NOW);
      };
      expect(check([signature])).toBe(true);
      for (const values of [
        undefined,
        [],
        [''],
        [' '],
        [signature, signature],
        [`${signature}é`],
        [`${signature}${','.repeat(4096)}`],
        [signature.toUpperCase()],
        [signature.slice(0, -1)],
        [`${signature}0`],
      ]) {
        expect({ values, accepted: check(values) }).toEqual({ values, accepted: false });
      }
    });

    it('an empty secret is refused, even if it created the signature', () => {
      expect(verifies({ secrets: [] })).toBe(false);
      for (const secret of ['', ' ', 'whsec_']) {
        const forged = sample.sign(sample.body, secret, NOW);
        // If the provider uses the secret text as the key, "whsec_" is a valid secret.
        if (secret === 'whsec_' && !isDecoded(sample)) continue;
        const body = Buffer.from(sample.body);
        expect(provider.verify(distinct(forged.headers), body, [secret], NOW)).toBe(false);
      }
    });

    it('a signature in the header of another provider is refused by that provider', () => {
      for (const other of SAMPLES.filter((it) => it.name !== sample.name)) {
        const headers = distinct({ ...other.sign(other.body, other.secret, NOW).headers });
        const moved = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            name.endsWith('-signature') ? [signature] : value,
          ]),
        );
        const theirs = published(other.name);
        expect(theirs.verify(moved, Buffer.from(sample.body), [other.secret], NOW)).toBe(false);
        expect(theirs.verify(distinct(message.headers), Buffer.from(sample.body), [other.secret], NOW)).toBe(
          false,
        );
      }
    });

    if (!sample.hasTimestamp) return;

    it('a timestamp within 300 seconds of now is accepted, any other is refused', () => {
      for (const [seconds, accepted] of [
        [-299, true],
        [299, true],
        [-301, false],
        [301, false],
        [86_400, false],
      ] as const) {
        expect({ seconds, accepted: verifies({ now: secondsLater(seconds) }) }).toEqual({
          seconds,
          accepted,
        });
      }
    });

    it('a malformed timestamp is refused', () => {
      const unix = String(Math.floor(NOW.getTime() / 1000));
      for (const text of ['', '0', '-1', `+${unix}`, `0${unix}`, `${unix}.0`, '1e9', 'NaN', '9'.repeat(30)]) {
        const headers: Record<string, string> =
          sample.name === 'stripe'
            ? { 'stripe-signature': signature.replace(unix, text) }
            : { 'webhook-timestamp': text };
        expect({ text, accepted: verifies({ headers }) }).toEqual({ text, accepted: false });
      }
    });
  });
}

/** Returns the HMAC key of the secret. HMAC pads keys with zeros, so trailing zeros do not change the key. */
function keyOf(secret: string, sample: ProviderSample): string {
  if (!isDecoded(sample) || !secret.startsWith('whsec_')) return secret;
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    .toString('hex')
    .replace(/(00)+$/, '');
}

/** Returns whether the secret is the base64 text of the key. */
function isDecoded({ name, hasTimestamp }: ProviderSample): boolean {
  return name === 'dodopayments' || (name === 'manual' && hasTimestamp);
}
