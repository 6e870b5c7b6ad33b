import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { expectListed } from '../support/findings';
import { useTestApp } from '../support/use-test-app';
import { bodyOf } from '../support/wire';

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
  'collection.created': 'POST /v1/invoices/{id}/checkout',
  'collection.action_required': 'a charge that the payer has to authenticate',
  'collection.succeeded': 'a paid link',
  'collection.failed': 'a declined charge',
  'collection.canceled': 'POST /v1/collections/{id}/cancel',
  'payment_method.created': 'a setup that succeeded',
  'payment_method.updated': 'POST /v1/customers/{id}/payment_methods/{methodId}/default',
  'payment_method.deleted': 'DELETE /v1/customers/{id}/payment_methods/{methodId}',
  'refund.created': 'money beyond what was due',
  'refund.succeeded': 'a refund through the provider',
  'refund.failed': 'a refund that the provider refused',
  'dispute.created': 'a payer who disputes a payment',
  'dispute.updated': 'evidence that was handed in',
  'dispute.closed': 'a dispute that was won or lost',
  'coupon.applied': 'POST /v1/customers/{id}/coupons',
  'coupon.exhausted': 'finalizing an invoice',
  'webhook_endpoint.disabled': 'an attempt to an endpoint that has failed for days',
  'webhook_endpoint.test': 'the test call',
};

const KINDS = [...Object.keys(PUBLISHED), ...Object.keys(OWN)].sort();

describe('the event catalogue', () => {
  const app = useTestApp();
  let types: EventType[];

  beforeAll(async () => {
    types = await bodyOf((await app.anOrganization()).get('/v1/event_types'));
  });

  it('has the 24 published kinds and the listed own ones, nothing else', () => {
    expect(Object.keys(PUBLISHED)).toHaveLength(24);
    const kinds = types.map((it) => it.webhook_type);
    expectListed(kinds, KINDS, {
      unlisted: 'These kinds are declared but not listed: add each to OWN in this file, with what emits it.',
      missing:
        'These kinds are listed but not declared. Restore their defineEvent(), or remove them from OWN in this file;' +
        ' published kinds must stay.',
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
    expect(Object.keys(webhooks).sort()).toEqual(KINDS);
  });

  it('lists the kinds to which endpoints can subscribe and by which deliveries can be filtered', async () => {
    const organization = await app.anOrganization();
    for (const kind of KINDS) {
      await organization.get(`/v1/webhook_endpoints/hooks/list?webhook_type=${kind}`).expect(200, []);
    }
    const url = 'http://127.0.0.1:4000/';
    const groups = [...new Set(KINDS.map((it) => `${it.slice(0, it.indexOf('.'))}.*`))];
    await organization.post('/v1/webhook_endpoints', { url, event_types: [...KINDS, ...groups] }).expect(201);
  });
});

/** Kinds whose object is not the first part of their name. */
const OBJECT_TYPES: Record<string, string> = {
  'coupon.applied': 'applied_coupon',
  'coupon.exhausted': 'applied_coupon',
};

interface EventType {
  webhook_type: string;
  object_type: string;
  description: string;
  schema: object;
}
