import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { anEndpoint } from '../support/builders';
import { expectListed } from '../support/findings';
import { bodyOf } from '../support/wire';
import { startTestApp, type TestApp } from '../support/test-app';

/** The published kinds with their published triggers. */
const PUBLISHED: Record<string, string> = {
  'invoice.created': 'New invoice generated',
  'invoice.finalized': 'Invoice finalized and ready for payment',
  'invoice.paid': 'Invoice fully paid',
  'invoice.voided': 'Invoice voided',
  'payment.created': 'Payment record created',
  'payment.succeeded': 'Payment completed successfully',
  'payment.failed': 'Payment failed',
  'subscription.created': 'New subscription created',
  'subscription.started': 'Subscription activated',
  'subscription.plan_changed': 'Plan upgrade or downgrade applied',
  'subscription.trial_ended': 'Trial period expired',
  'subscription.canceled': 'Subscription canceled',
  'subscription.terminated': 'Subscription terminated',
  'customer.created': 'New customer created',
  'customer.updated': 'Customer record updated',
  'credit_note.created': 'Credit note created',
  'credit_note.finalized': 'Credit note finalized',
  'wallet.created': 'Wallet created',
  'wallet.terminated': 'Wallet terminated',
  'wallet.transaction.created': 'Wallet transaction recorded',
  'usage_threshold.crossed': 'Usage threshold exceeded',
  'payment_request.created': 'Dunning payment request created',
  'payment_request.payment_succeeded': 'Dunning payment succeeded',
  'payment_request.payment_failed': 'Dunning payment failed',
};

/** All other kinds, and what emits them. */
const OWN: Record<string, string> = {
  'coupon.applied': 'POST /v1/customers/{id}/coupons',
  'coupon.exhausted': 'the finalization of an invoice',
  'webhook_endpoint.test': 'POST /v1/webhook_endpoints/{id}/test',
};

/** Kinds whose object type is not derived from the kind. */
const OBJECT_TYPES: Record<string, string> = {
  'coupon.applied': 'applied_coupon',
  'coupon.exhausted': 'applied_coupon',
};

const KINDS = [...Object.keys(PUBLISHED), ...Object.keys(OWN)].sort();

interface EventType {
  webhook_type: string;
  object_type: string;
  description: string;
  schema: object;
}

describe('the event catalogue', () => {
  let app: TestApp;
  let types: EventType[];

  beforeAll(async () => {
    app = await startTestApp();
    types = await bodyOf((await app.anOrganization()).get('/v1/event_types'));
  });
  afterAll(() => app.stop());

  it('has exactly the 24 published kinds and those in OWN', () => {
    expect(Object.keys(PUBLISHED)).toHaveLength(24);
    const kinds = types.map((it) => it.webhook_type);
    expectListed(kinds, KINDS, {
      unlisted:
        'Add these event kinds to OWN in test/architecture/event-kinds.spec.ts, with what emits them:',
      missing:
        'No module declares these event kinds. Restore their defineEvent(), or remove them from OWN in ' +
        'test/architecture/event-kinds.spec.ts; published kinds must stay:',
    });
  });

  it('describes each published kind by its published trigger', () => {
    for (const { webhook_type: kind, description } of types) {
      const trigger = PUBLISHED[kind];
      if (trigger !== undefined) expect(description.startsWith(trigger)).toBe(true);
    }
  });

  it('derives the object type from the kind', () => {
    for (const { webhook_type: kind, object_type: objectType } of types) {
      const group = kind.slice(0, kind.lastIndexOf('.')).replace('.', '_');
      expect({ kind, objectType }).toEqual({ kind, objectType: OBJECT_TYPES[kind] ?? group });
    }
  });

  it('equals the `webhooks` section of the API description', () => {
    const { webhooks } = buildOpenApi(app.app) as unknown as { webhooks: Record<string, object> };
    expect(Object.keys(webhooks)).toEqual(types.map((it) => it.webhook_type));
  });

  it('lists the kinds that endpoints can subscribe to and deliveries can be filtered by', async () => {
    const organization = await app.anOrganization();
    for (const kind of KINDS) {
      await organization.get(`/v1/webhook_endpoints/hooks/list?webhook_type=${kind}`).expect(200, []);
    }
    const groups = [...new Set(KINDS.map((it) => `${it.slice(0, it.indexOf('.'))}.*`))];
    await anEndpoint(organization, undefined, { event_types: [...KINDS, ...groups] });
  });
});
