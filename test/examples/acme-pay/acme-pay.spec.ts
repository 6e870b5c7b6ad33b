import { signHex } from '../../support/provider-messages';
import { PAYMENT_ID } from '../../support/provider-samples';
import { paymentProviderSuite } from '../../conformance/payment-provider.suite';
import { AcmePayProvider } from './acme-pay.provider';

const CHARGE = { id: 'ev_1', type: 'paid', order: PAYMENT_ID, charge: 'ch_1', amount: 5000, currency: 'EUR' };

paymentProviderSuite(new AcmePayProvider(), {
  name: 'acme_pay',
  secret: 'acme-secret-1',
  otherSecret: 'acme-secret-2',
  body: JSON.stringify(CHARGE),
  hasTimestamp: false,
  sign(body, secret) {
    const { 'webhook-signature': signature = '' } = signHex(body, secret).headers;
    return { body, headers: { 'acme-signature': signature } };
  },
});
