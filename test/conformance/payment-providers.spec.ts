import { publishedProviders } from '../../src/modules/payments/providers/published-providers';
import type { PaymentProvider } from '../../src/modules/payments/providers/payment-provider';
import { distinct, signStripe } from '../support/provider-messages';
import { SAMPLES } from '../support/provider-samples';
import { paymentProviderSuite } from './payment-provider.suite';

const NOW = new Date('2026-01-01T12:00:00.500Z');
const SIGNATURE_HEADERS: Record<string, string> = {
  stripe: 'Stripe-Signature',
  razorpay: 'X-Razorpay-Signature',
  gocardless: 'Webhook-Signature',
  dodopayments: 'Webhook-Signature',
  manual: 'Webhook-Signature',
};

const providerOf = ({ name }: { name: string }): PaymentProvider => {
  const found = publishedProviders.find((it) => it.name === name);
  if (found === undefined) throw new Error(`No provider ${name}`);
  return found;
};

describe('published payment providers', () => {
  it('the five published providers have the published signature headers', () => {
    const headers = Object.fromEntries(publishedProviders.map((it) => [it.name, it.signatureHeader]));
    expect(headers).toEqual(SIGNATURE_HEADERS);
  });

  it('every published provider has a sample', () => {
    expect(new Set(SAMPLES.map((it) => it.name))).toEqual(new Set(Object.keys(SIGNATURE_HEADERS)));
  });
});

for (const sample of SAMPLES) paymentProviderSuite(providerOf(sample), sample);

describe('several signatures in one header', () => {
  it('a Stripe header is accepted if any v1 signature is valid, even next to unknown schemes', () => {
    const stripe = providerOf({ name: 'stripe' });
    const body = '{"a":1}';
    const good = signStripe(body, 'new', NOW).headers['stripe-signature'] ?? '';
    const [t = '', v1 = ''] = good.split(',');
    const bad = `v1=${'0'.repeat(64)}`;
    const accepts = (header: string): boolean =>
      stripe.verify(distinct({ 'stripe-signature': header }), Buffer.from(body), ['new'], NOW);
    for (const header of [`${t},${bad},${v1}`, `${t},${v1},${bad}`, `${t},v0=xyz,${v1}`, `${v1},${t}`]) {
      expect({ header, accepted: accepts(header) }).toEqual({ header, accepted: true });
    }
    const v0 = v1.replace('v1', 'v0');
    for (const header of [
      t,
      v1,
      `${t},${bad}`,
      `${t},${v0}`,
      `${t},${t},${v1}`,
      `${t};${v1}`,
      `${t}, ${v1}`,
    ]) {
      expect({ header, accepted: accepts(header) }).toEqual({ header, accepted: false });
    }
  });

  it('a Standard Webhooks header is accepted if any v1 signature is valid', () => {
    const sample = SAMPLES.find((it) => it.name === 'dodopayments');
    if (sample === undefined) throw new Error('No sample');
    const { headers } = sample.sign(sample.body, sample.secret, NOW);
    const good = headers['webhook-signature'] ?? '';
    const bad = `v1,${Buffer.alloc(32).toString('base64')}`;
    const accepts = (signature: string): boolean =>
      providerOf(sample).verify(
        distinct({ ...headers, 'webhook-signature': signature }),
        Buffer.from(sample.body),
        [sample.secret],
        NOW,
      );
    for (const text of [`${bad} ${good}`, `${good} ${bad}`, `v1a,abc ${good}`])
      expect(accepts(text)).toBe(true);
    for (const text of [bad, good.replace('v1,', 'v1a,'), good.replace('v1,', 'v2,'), good.slice(3)]) {
      expect({ text, accepted: accepts(text) }).toEqual({ text, accepted: false });
    }
  });
});
