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

/** A small generator with a fixed seed: a failure can be seen again. */
function randomBelow(): (limit: number) => number {
  let state = 0x2545f491;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** The text with one character changed into another printable one. */
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

/** What holds for every payment provider. */
export function paymentProviderSuite(provider: PaymentProvider, sample: ProviderSample): void {
  describe(`notifications of ${sample.name}`, () => {
    it('are understood item by item', () => {
      const { headers } = sample.sign(sample.body, sample.secret, NOW);
      const items = provider.split(JSON.parse(sample.body), sample.body, distinct(headers));
      expect(items).toHaveLength(1);
      for (const { text } of items) {
        const told = provider.read(JSON.parse(text));
        expect(told).toMatchObject({ outcome: 'succeeded', paymentId: PAYMENT_ID });
      }
    });

    it('hint at our payment, and at nothing when they are not as they should be', () => {
      expect(provider.hints(JSON.parse(sample.body)).paymentIds).toEqual([PAYMENT_ID]);
      for (const body of [null, [], {}, 'text', 1, { data: null, events: 'x', payload: [] }]) {
        expect(provider.hints(body)).toEqual({ accountIds: [], paymentIds: [] });
      }
    });

    it('are refused one by one when they are malformed', () => {
      for (const item of [null, 'text', 1, []]) {
        expect(() => provider.read(item)).toThrow(MalformedItemError);
      }
    });
  });

  describe(`signatures of ${sample.name}${sample.hasTimestamp ? ', timed' : ''}`, () => {
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

    it('verify as the provider makes them, in whatever place the secret stands', () => {
      expect(verifies()).toBe(true);
      expect(verifies({ secrets: [sample.otherSecret, sample.secret] })).toBe(true);
      expect(verifies({ secrets: ['', sample.secret] })).toBe(true);
      expect(verifies({ secrets: [sample.otherSecret] })).toBe(false);
    });

    it('cover the bytes, whatever they are', () => {
      const body = `{"text":"\u2028 é 🦜 \ufeff"}`;
      const odd = sample.sign(body, sample.secret, NOW);
      expect(provider.verify(distinct(odd.headers), Buffer.from(body), [sample.secret], NOW)).toBe(true);
      const latin = Buffer.from(body, 'latin1');
      expect(provider.verify(distinct(odd.headers), latin, [sample.secret], NOW)).toBe(false);
      expect(verifies({ body: `${sample.body}\n` })).toBe(false);
      expect(verifies({ body: '' })).toBe(false);
    });

    it('are refused after any change of one byte', () => {
      const random = randomBelow();
      const accepted: string[] = [];
      for (let i = 0; i < MUTATIONS; i++) {
        const changes = [
          { headers: { [signatureName]: mutated(signature, random) } },
          { body: mutated(sample.body, random) },
          { secrets: [mutated(sample.secret, random)] },
        ][i % 3];
        // A change of the text that does not change the key is none.
        const secret = changes?.secrets?.[0];
        if (secret !== undefined && keyOf(secret, sample) === keyOf(sample.secret, sample)) continue;
        if (verifies(changes)) accepted.push(JSON.stringify(changes));
      }
      expect(accepted).toEqual([]);
    });

    it('are refused with a header that is missing, empty, doubled, not ASCII, too long or in upper case', () => {
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

    it('are refused without a secret, also when they are made with an empty one', () => {
      expect(verifies({ secrets: [] })).toBe(false);
      for (const secret of ['', ' ', 'whsec_']) {
        const forged = sample.sign(sample.body, secret, NOW);
        // "whsec_" is text of its own where the whole secret is the key.
        if (secret === 'whsec_' && !isDecoded(sample)) continue;
        const body = Buffer.from(sample.body);
        expect(provider.verify(distinct(forged.headers), body, [secret], NOW)).toBe(false);
      }
    });

    it('are refused in every other provider’s header', () => {
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

    it('hold for 300 seconds in both directions', () => {
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

    it('need a timestamp that is one', () => {
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

/** What the secret comes to as a key: HMAC fills keys up with zeros, so that zeros at the end are no part of it. */
function keyOf(secret: string, sample: ProviderSample): string {
  if (!isDecoded(sample) || !secret.startsWith('whsec_')) return secret;
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    .toString('hex')
    .replace(/(00)+$/, '');
}

/** Whether the secret is base64 of the key. */
function isDecoded({ name, hasTimestamp }: ProviderSample): boolean {
  return name === 'dodopayments' || (name === 'manual' && hasTimestamp);
}
