import type { Type } from '@nestjs/common';
import { MisbehavingReceiver, type ReceivedRequest } from '../support/misbehaving-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';
import { anEndpoint, attemptsOf, received, untilFinished } from '../support/webhooks';
import { bodyOf, type EndpointBody, type WebhookBody } from '../support/wire';

const MINUTE_MS = 60_000;

/** A webhook signer as the suite needs it. */
export interface TestedWebhookSigner {
  /** Its module, which registers it with `WEBHOOK_SIGNERS`; none for a signer of the service. */
  module?: Type;
  algorithm: string;
  /** Whether a receiver that knows this secret accepts the request. */
  verify: (request: Pick<ReceivedRequest, 'headers' | 'body'>, secret: string) => boolean;
}

/** What holds for every webhook signer. */
export function webhookSignerSuite(name: string, { module, algorithm, verify }: TestedWebhookSigner): void {
  describe(`webhook signer ${name}`, () => {
    let app: TestApp;
    let receiver: MisbehavingReceiver;
    let organization: TestOrganization;
    let endpoint: EndpointBody;
    let secret: string;

    beforeAll(async () => {
      app = await startTestApp({ TEST_CLOCK: 'on' }, undefined, module === undefined ? [] : [module]);
      receiver = await MisbehavingReceiver.start();
    });
    beforeEach(async () => {
      organization = await app.anOrganization();
      endpoint = await anEndpoint(organization, receiver.url('ok'), { signature_algo: algorithm });
      secret = endpoint.secret ?? '';
    });
    afterAll(async () => {
      await app.stop();
      await receiver.stop();
    });

    const send = async (): Promise<string> => {
      const path = `/v1/webhook_endpoints/${endpoint.id}/test`;
      return (await bodyOf<WebhookBody>(organization.post(path))).id;
    };
    const requestOf = (id: string): Promise<ReceivedRequest> =>
      received(receiver, (it) => it.headers['x-svc-webhook-id'] === id);
    const rotate = (
      overlapSeconds: number,
    ): Promise<{ secret: string; previous_secret_expires_at: string }> =>
      bodyOf(
        organization.post(`/v1/webhook_endpoints/${endpoint.id}/secret/rotate`, {
          overlap_seconds: overlapSeconds,
        }),
      );
    const moveClockTo = (now: Date) =>
      organization.put('/v1/test_clock', { now: now.toISOString() }).expect(200);
    const clock = async (): Promise<number> =>
      Date.parse((await bodyOf<{ now: string }>(organization.get('/v1/test_clock'))).now);

    it('signs the deliveries of endpoints with its signature_algo', async () => {
      expect(endpoint.signature_algo).toBe(algorithm);
      const request = await requestOf(await send());
      expect(request.headers['x-svc-signature-algorithm']).toBe(algorithm);
      expect(verify(request, secret)).toBe(true);
    });

    it('makes a signature that no other secret and no other body verifies', async () => {
      const request = await requestOf(await send());
      expect(verify(request, `whsec_${Buffer.alloc(32, 7).toString('base64')}`)).toBe(false);
      for (const at of [0, request.body.length - 1]) {
        const body = Buffer.from(request.body);
        body.writeUInt8(body.readUInt8(at) ^ 1, at);
        expect(verify({ ...request, body }, secret)).toBe(false);
      }
    });

    it('signs the same bytes at every attempt', async () => {
      await organization.put(`/v1/webhook_endpoints/${endpoint.id}`, { url: receiver.url('status/500') });
      const id = await send();
      await requestOf(id);
      await moveClockTo(new Date((await clock()) + 2 * MINUTE_MS));
      const requests = receiver.requests.filter((it) => it.headers['x-svc-webhook-id'] === id);
      expect(requests.map((it) => it.headers['x-svc-attempt'])).toEqual(['1', '2']);
      for (const request of requests) {
        expect(request.body).toEqual(requests[0]?.body);
        expect(verify(request, secret)).toBe(true);
      }
    });

    it('lets the old secret verify until the overlap of a rotation ends, then the new one only', async () => {
      const rotated = await rotate(3600);
      expect(verify(await requestOf(await send()), secret)).toBe(true);
      await moveClockTo(new Date(rotated.previous_secret_expires_at));
      const after = await requestOf(await send());
      expect([verify(after, secret), verify(after, rotated.secret)]).toEqual([false, true]);
    });

    it('uses the new secret immediately when it is rotated without an overlap', async () => {
      const rotated = await rotate(0);
      const request = await requestOf(await send());
      expect([verify(request, secret), verify(request, rotated.secret)]).toEqual([false, true]);
    });

    it('leaves the other headers as they are', async () => {
      const id = await send();
      const { headers } = await requestOf(id);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-svc-webhook-id': id,
        'x-svc-event': 'webhook_endpoint.test',
        'x-svc-attempt': '1',
        'webhook-id': id,
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/) as string,
      });
      await untilFinished(organization, id);
      expect(await attemptsOf(organization, id)).toMatchObject([{ success: true, error_message: null }]);
    });
  });
}
