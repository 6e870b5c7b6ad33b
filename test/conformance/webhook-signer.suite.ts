import { Injectable, Module } from '@nestjs/common';
import {
  WEBHOOK_SIGNERS,
  type SignableRequest,
  type SignatureHeaders,
  type WebhookSigner,
} from '../../src/modules/webhooks/signers';
import { extend } from '../../src/platform/extensions';
import { anEndpoint } from '../support/builders';
import { MisbehavingReceiver, type ReceivedRequest } from '../support/misbehaving-receiver';
import type { TestApp, TestOrganization } from '../support/test-app';
import { useOrganization } from '../support/use-test-app';
import { deliveryOf, ended, received, untilAttempts } from '../support/webhooks';
import { bodyOf, type AttemptBody, type EndpointBody, type WebhookBody } from '../support/wire';
import { COMMON_MISDEEDS, Misdeeds } from './hostile';

/** Returns whether a receiver that knows this secret accepts the request. */
export type Verify = (request: Pick<ReceivedRequest, 'headers' | 'body'>, secret: string) => boolean;

/** Starts a receiver before the tests of this block and stops it after them. */
function useReceiver(): () => MisbehavingReceiver {
  let receiver: MisbehavingReceiver;
  beforeAll(async () => {
    receiver = await MisbehavingReceiver.start();
  });
  afterAll(() => receiver.stop());
  return () => receiver;
}

const sendTo = async (organization: TestOrganization, endpoint: EndpointBody): Promise<string> =>
  (await bodyOf<WebhookBody>(organization.post(`/v1/webhook_endpoints/${endpoint.id}/test`))).id;

/**
 * Declares the tests that every webhook signer must pass (docs/extending.md#webhook-signers).
 *
 * @param app a service that delivers, with the module of the signer
 */
export function webhookSignerSuite(name: string, app: TestApp, verify: Verify): void {
  describe(`webhook signer ${name}`, () => {
    const receiver = useReceiver();
    const organization = useOrganization(app);
    let endpoint: EndpointBody;

    beforeEach(async () => {
      endpoint = await anEndpoint(organization, receiver().url('ok'));
    });

    const send = async (): Promise<ReceivedRequest> => {
      const id = await sendTo(organization, endpoint);
      return received(receiver(), (it) => it.headers['x-svc-webhook-id'] === id);
    };
    const rotate = async (overlapSeconds: number): Promise<string> => {
      const path = `/v1/webhook_endpoints/${endpoint.id}/secret/rotate`;
      const rotated = organization.post(path, { overlap_seconds: overlapSeconds });
      return (await bodyOf<{ secret: string }>(rotated)).secret;
    };

    it('makes a signature that no other secret and no other body verifies', async () => {
      const request = await send();
      expect(verify(request, endpoint.secret ?? '')).toBe(true);
      expect(verify(request, `whsec_${Buffer.alloc(32, 7).toString('base64')}`)).toBe(false);
      for (const at of [0, request.body.length - 1]) {
        const body = Buffer.from(request.body);
        body.writeUInt8(body.readUInt8(at) ^ 1, at);
        expect(verify({ ...request, body }, endpoint.secret ?? '')).toBe(false);
      }
    });

    it('lets the old secret verify during the overlap of a rotation, and only the new one without an overlap', async () => {
      await rotate(3600);
      expect(verify(await send(), endpoint.secret ?? '')).toBe(true);
      const secret = await rotate(0);
      const request = await send();
      expect([verify(request, endpoint.secret ?? ''), verify(request, secret)]).toEqual([false, true]);
    });
  });
}

const misdeeds = new Misdeeds(() => HostileSigner);

@Injectable()
class HostileSigner implements WebhookSigner<null> {
  keyOf = (): null => null;

  sign({ organizationId }: SignableRequest): SignatureHeaders | Promise<SignatureHeaders> {
    const misdeed = misdeeds.in(organizationId);
    if (misdeed instanceof Promise) return misdeed;
    if (misdeed === 'sets a reserved header') return { 'webhook-id': 'another delivery' };
    if (misdeed === 'throws text that cannot be stored') throw new Error('locked\0');
    return {};
  }
}

/** Must be added to the application of `hostileWebhookSignerSuite`. */
@Module({ providers: [HostileSigner, extend(WEBHOOK_SIGNERS, HostileSigner)] })
export class HostileSignerModule {}

/** Declares the tests of signers that break the contract. The service needs `TEST_CLOCK=on`. */
export function hostileWebhookSignerSuite(app: TestApp): void {
  const receiver = useReceiver();

  /** Returns a delivery whose first attempt failed because of the signer, which still misbehaves in `meanwhile`. */
  const failedBy = async (
    organization: TestOrganization,
    misdeed: string,
    meanwhile?: () => Promise<void>,
  ): Promise<[string, AttemptBody | undefined]> => {
    const endpoint = await anEndpoint(organization, receiver().url('ok'));
    return misdeeds.during(app, organization.id, misdeed, async () => {
      const id = await sendTo(organization, endpoint);
      const [attempt] = await untilAttempts(organization, id, 1);
      await meanwhile?.();
      return [id, attempt];
    });
  };

  it.each([
    ...COMMON_MISDEEDS,
    ['sets a reserved header', 'the header webhook-id is reserved'] as const,
    ['throws text that cannot be stored', 'locked'] as const,
  ])('a webhook signer that %s fails its own attempt only', async (misdeed, reason) => {
    const [organization, other] = [await app.anOrganization(), await app.anOrganization()];
    const [id, attempt] = await failedBy(organization, misdeed, async () => {
      const delivered = await sendTo(other, await anEndpoint(other, receiver().url('ok')));
      expect(await ended(other, delivered)).toMatchObject({ status: 'succeeded' });
    });
    expect(attempt).toMatchObject({
      success: false,
      http_status: null,
      error_message: `signing_failed: The extension HostileSigner of "webhook signers" failed: ${reason}`,
    });
    expect(receiver().requests.filter((it) => it.headers['x-svc-webhook-id'] === id)).toEqual([]);
  });

  it('a delivery whose signer failed is delivered with its next retry', async () => {
    const organization = await app.anOrganization();
    const [id] = await failedBy(organization, 'throws');
    expect(await deliveryOf(organization, id)).toMatchObject({ status: 'pending' });
    const now = new Date(Date.now() + 10 * 60_000).toISOString();
    await organization.put('/v1/test_clock', { now }).expect(200);
    expect(await ended(organization, id)).toMatchObject({ status: 'succeeded' });
    expect(await untilAttempts(organization, id, 2)).toHaveLength(2);
  });
}
