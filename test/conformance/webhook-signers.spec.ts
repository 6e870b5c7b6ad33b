import { createHmac } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import {
  WEBHOOK_SIGNERS,
  type SignatureHeaders,
  type WebhookSigner,
} from '../../src/modules/webhook-endpoints/signers';
import { extend } from '../../src/platform/extensions';
import { MisbehavingReceiver } from '../support/misbehaving-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';
import { anEndpoint, untilFinished, untilAttempts } from '../support/webhooks';
import { bodyOf, wrongFieldsOf, type AttemptBody, type WebhookBody } from '../support/wire';
import { webhookSignerSuite } from './webhook-signer.suite';

webhookSignerSuite('SvcSigner', {
  algorithm: 'hmac',
  verify: ({ headers, body }, secret) =>
    headers['x-svc-signature'] === createHmac('sha256', secret).update(body).digest('hex'),
});

webhookSignerSuite('StandardWebhooksSigner', {
  algorithm: 'hmac',
  verify({ headers, body }, secret) {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  },
});

@Injectable()
class ThrowingSigner implements WebhookSigner {
  readonly algorithm = 'throwing';
  keyOf = (): null => null;
  sign(): never {
    throw new Error('the key store is\0 locked');
  }
}

@Injectable()
class HangingSigner implements WebhookSigner {
  readonly algorithm = 'hanging';
  keyOf = (): null => null;
  sign(): Promise<SignatureHeaders> {
    return new Promise(() => undefined);
  }
}

@Injectable()
class ForgingSigner implements WebhookSigner {
  readonly algorithm = 'forging';
  keyOf = (): null => null;
  sign(): Promise<SignatureHeaders> {
    return Promise.resolve({ 'webhook-id': 'another delivery' });
  }
}

@Module({
  providers: [ThrowingSigner, HangingSigner, ForgingSigner].flatMap((it) => [
    it,
    extend(WEBHOOK_SIGNERS, it),
  ]),
})
class HostileSignersModule {}

describe('a webhook signer that breaks its contract', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let organization: TestOrganization;

  beforeAll(async () => {
    app = await startTestApp({}, undefined, [HostileSignersModule]);
    receiver = await MisbehavingReceiver.start();
    organization = await app.anOrganization();
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const sendTo = async (algorithm: string): Promise<string> => {
    const { id } = await anEndpoint(organization, receiver.url(`ok/${algorithm}`), {
      signature_algo: algorithm,
    });
    return (await bodyOf<WebhookBody>(organization.post(`/v1/webhook_endpoints/${id}/test`))).id;
  };
  const firstAttempt = async (id: string): Promise<AttemptBody | undefined> =>
    (await untilAttempts(organization, id, 1))[0];

  it.each([
    ['throwing', 'ThrowingSigner', 'the key store is locked'],
    ['hanging', 'HangingSigner', 'it took longer than 5 s'],
    ['forging', 'ForgingSigner', 'the header webhook-id is reserved'],
  ])(
    'fails the deliveries of its own endpoints only (%s)',
    async (algorithm, signer, reason) => {
      const failing = await sendTo(algorithm);
      const delivered = await untilFinished(organization, await sendTo('hmac'));
      expect(delivered).toMatchObject({ status: 'succeeded', error_message: null });
      expect(await firstAttempt(failing)).toMatchObject({
        success: false,
        http_status: null,
        error_message: `signing_failed: The extension ${signer} of "webhook signers" failed: ${reason}`,
      });
      expect(receiver.requestsTo(`ok/${algorithm}`)).toEqual([]);
    },
    20_000,
  );

  it('leaves an unknown signature_algo refused with 422', async () => {
    const unknown = { url: receiver.url('ok'), signature_algo: 'rot13' };
    expect(await wrongFieldsOf(organization.post('/v1/webhook_endpoints', unknown))).toEqual([
      'signature_algo',
    ]);
  });
});
