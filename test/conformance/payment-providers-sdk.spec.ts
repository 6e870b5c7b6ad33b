import { createHmac } from 'node:crypto';
import DodoPayments from 'dodopayments';
import * as gocardless from 'gocardless-nodejs/webhooks';
import { validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { publishedProviders } from '../../src/modules/payments/providers/published-providers';
import { distinct } from '../support/provider-messages';

/** Compares our adapters with the official SDKs on generated cases. Ours may only be stricter. */

const CASES = 1000;
const SECOND = 1000;

type Random = (limit: number) => number;

function seeded(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return Math.floor(((state >>> 8) / 0x1000000) * limit);
  };
}

const pick = <T>(random: Random, choices: readonly T[]): T => choices[random(choices.length)] as T;

const verdict = (check: () => unknown): boolean => {
  try {
    return check() !== false;
  } catch {
    return false;
  }
};

/** Returns JSON that contains non-ASCII text. */
function aBody(random: Random): string {
  const text = Array.from({ length: random(40) }, () =>
    String.fromCodePoint(pick(random, [0x20 + random(95), 0xe9, 0x2028, 0x1f980, 0x4e2d])),
  ).join('');
  return JSON.stringify({ id: random(1e9), text, amount: random(1e7), nested: [{ deep: text }] });
}

/** Changes to a valid message; some leave it valid. */
const CHANGES = [
  'none',
  'none',
  'body',
  'signature',
  'secret',
  'empty',
  'upper',
  'late',
  'early',
  'edge',
] as const;
type Change = (typeof CHANGES)[number];

const flip = (text: string, random: Random, alphabet: string): string => {
  const at = random(text.length);
  return text.slice(0, at) + alphabet.charAt(random(alphabet.length)) + text.slice(at + 1);
};

interface Case {
  change: Change;
  body: string;
  sent: string;
  secret: string;
  used: string;
  /** The signed timestamp, in Unix seconds. */
  at: number;
}

function aCase(random: Random, now: Date, secretOf: (random: Random) => string): Case {
  const change = pick(random, CHANGES);
  const [body, secret] = [aBody(random), secretOf(random)];
  const offset = {
    late: -301 - random(1e4),
    early: 301 + random(1e4),
    edge: pick(random, [-300, -299, 299, 300]),
  };
  return {
    change,
    body,
    sent: change === 'body' ? aBody(random) : body,
    secret,
    used: change === 'secret' ? secretOf(random) : secret,
    at: Math.floor(now.getTime() / SECOND) + (change in offset ? offset[change as keyof typeof offset] : 0),
  };
}

const aText: (random: Random) => string = (random) =>
  Array.from({ length: 8 + random(30) }, () => String.fromCharCode(0x21 + random(94))).join('');
const aKey: (random: Random) => string = (random) =>
  pick(random, ['whsec_', '']) +
  Buffer.from(Array.from({ length: 24 + random(40) }, () => random(256))).toString('base64');

const sha256 = (key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(encoding);

function provider(name: string) {
  const found = publishedProviders.find((it) => it.name === name);
  if (found === undefined) throw new Error(`No provider ${name}`);
  return (headers: Record<string, string>, body: string, secret: string, now: Date): boolean =>
    found.verify(distinct(headers), Buffer.from(body), [secret], now);
}

/**
 * Compares the verdicts on all cases. Fails as well if the generator produces too few accepted or too few
 * refused cases.
 */
function compare(seed: number, run: (random: Random) => { ours: boolean; theirs: boolean; about: unknown }) {
  const random = seeded(seed);
  const counts = { accepted: 0, refused: 0 };
  for (let i = 0; i < CASES; i++) {
    const { ours, theirs, about } = run(random);
    expect({ about, accepted: ours }).toEqual({ about, accepted: theirs });
    counts[ours ? 'accepted' : 'refused']++;
  }
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(CASES / 10);
}

describe('signature checks of adapters and official SDKs', () => {
  const now = new Date('2026-01-01T12:00:00.250Z');

  beforeAll(() => {
    // Two SDKs read the system clock.
    jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  });
  afterAll(() => jest.useRealTimers());

  it('the Stripe adapter agrees with the SDK, but refuses timestamps in the future', () => {
    const stripe = new Stripe('sk_test_unused');
    const ours = provider('stripe');
    compare(1, (random) => {
      const it = aCase(random, now, aText);
      let signature = sha256(it.secret, `${it.at}.${it.body}`, 'hex');
      if (it.change === 'signature') signature = flip(signature, random, '0123456789abcdefg');
      if (it.change === 'upper') signature = signature.toUpperCase();
      const parts = [
        `t=${it.at}`,
        `v1=${signature}`,
        `v0=${aText(random).replaceAll(',', '')}`,
        `v1=${'0'.repeat(64)}`,
      ];
      const header = it.change === 'empty' ? '' : parts.slice(0, 2 + random(3)).join(',');
      const theirs = verdict(() =>
        stripe.webhooks.constructEvent(it.sent, header, it.used, 300, undefined, now.getTime()),
      );
      const verified = ours({ 'stripe-signature': header }, it.sent, it.used, now);
      // The SDK has no limit for a timestamp in the future.
      return { about: it, ours: verified, theirs: theirs && it.change !== 'early' };
    });
  });

  it('the Razorpay adapter agrees with the SDK', () => {
    const ours = provider('razorpay');
    compare(2, (random) => {
      const it = aCase(random, now, aText);
      let signature = sha256(it.secret, it.body, 'hex');
      if (it.change === 'signature') signature = flip(signature, random, '0123456789abcdefg ');
      if (it.change === 'upper') signature = signature.toUpperCase();
      if (it.change === 'empty') signature = '';
      const theirs = verdict(() => validateWebhookSignature(it.sent, signature, it.used));
      return { about: it, ours: ours({ 'x-razorpay-signature': signature }, it.sent, it.used, now), theirs };
    });
  });

  it('the GoCardless adapter agrees with the SDK, but refuses upper-case hex', () => {
    const ours = provider('gocardless');
    compare(3, (random) => {
      const it = aCase(random, now, aText);
      let signature = sha256(it.secret, it.body, 'hex');
      if (it.change === 'signature') signature = flip(signature, random, '0123456789abcdef');
      if (it.change === 'upper') signature = signature.toUpperCase();
      if (it.change === 'empty') signature = '';
      const theirs = verdict(() => {
        gocardless.verifySignature(it.sent, it.used, signature);
      });
      const verified = ours({ 'webhook-signature': signature }, it.sent, it.used, now);
      // The SDK decodes hex, so it accepts upper case; GoCardless sends lower case.
      const isUpper = signature !== signature.toLowerCase();
      return { about: it, ours: verified, theirs: theirs && !isUpper };
    });
  });

  const standardCase = (random: Random) => {
    const it = aCase(random, now, aKey);
    const id = `msg_${random(1e9)}`;
    const key = Buffer.from(it.secret.replace(/^whsec_/, ''), 'base64');
    let signature = sha256(key, `${id}.${it.at}.${it.body}`, 'base64');
    if (it.change === 'signature')
      signature = flip(signature, random, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh+/=');
    if (it.change === 'upper') signature = signature.toUpperCase();
    const all = [`v1a,${signature}`, `v1,${signature}`, `v1,${Buffer.alloc(32).toString('base64')}`];
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(it.at),
      'webhook-signature': it.change === 'empty' ? '' : all.slice(random(2), 2 + random(2)).join(' '),
    };
    return { it, headers };
  };

  it('the manual adapter agrees with the standardwebhooks library', () => {
    const ours = provider('manual');
    compare(4, (random) => {
      const { it, headers } = standardCase(random);
      const theirs = verdict(() => new Webhook(it.used).verify(it.sent, headers) !== undefined);
      return { about: { ...it, headers }, ours: ours(headers, it.sent, it.used, now), theirs };
    });
  });

  it('the Dodo Payments adapter agrees with the SDK', () => {
    const dodo = new DodoPayments({ bearerToken: 'unused' });
    const ours = provider('dodopayments');
    compare(5, (random) => {
      const { it, headers } = standardCase(random);
      const theirs = verdict(() => dodo.webhooks.unwrap(it.sent, { headers, key: it.used }));
      return { about: { ...it, headers }, ours: ours(headers, it.sent, it.used, now), theirs };
    });
  });

  it('an empty secret is refused, although the Razorpay SDK accepts it', () => {
    const signature = sha256('', '{}', 'hex');
    expect(validateWebhookSignature('{}', signature, '')).toBe(true);
    expect(provider('razorpay')({ 'x-razorpay-signature': signature }, '{}', '', now)).toBe(false);
    expect(provider('gocardless')({ 'webhook-signature': signature }, '{}', '', now)).toBe(false);
  });
});
