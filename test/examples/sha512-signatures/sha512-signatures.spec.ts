import { createHmac } from 'node:crypto';
import { webhookSignerSuite } from '../../conformance/webhook-signer.suite';
import { Sha512SignaturesModule } from './sha512-signatures.module';

webhookSignerSuite('hmac-sha512', {
  module: Sha512SignaturesModule,
  algorithm: 'hmac-sha512',
  verify({ headers, body }, secret) {
    const [time = '', ...signatures] = String(headers['acme-signature']).split(',');
    const signed = `${time.slice('t='.length)}.${body.toString()}`;
    return signatures.includes(`v1=${createHmac('sha512', secret).update(signed).digest('hex')}`);
  },
});
