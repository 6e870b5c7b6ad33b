import { Injectable, Module } from '@nestjs/common';
import {
  PAYMENT_TARGETS,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
  type TargetPayment,
} from '../../src/modules/payments';
import type { Transaction } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { extend } from '../../src/platform/extensions';
import { defineEvent } from '../../src/platform/outbox/event-catalogue';
import { Outbox } from '../../src/platform/outbox/outbox';
import { aCustomer, aPayment, anInvoice } from '../support/builders';
import {
  connect,
  deliver,
  eventKindsOf,
  invoiceOf,
  notificationsOf,
  pathOfUrl,
  paymentOf,
  processStoredNotifications,
} from '../support/payments';
import { signHex } from '../support/provider-messages';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, problemOf, type CustomerBody, type PaymentBody } from '../support/wire';

class Payload {}
const NO_EVENTS: TargetEvents = { before: [], after: [] };

/** A target that breaks its contract in a way that the tests choose. */
@Injectable()
class HostileTarget implements PaymentTarget {
  readonly type = 'hostile';
  payable: Partial<PayableTarget> = {};
  onApply: (tx: Transaction, payment: TargetPayment) => Promise<TargetEvents> = () =>
    Promise.resolve(NO_EVENTS);
  private customerId = '';

  constructor(private readonly outbox: Outbox) {}

  reset(customerId: string): void {
    this.customerId = customerId;
    this.payable = {};
    this.onApply = () => Promise.resolve(NO_EVENTS);
  }
  lock(): Promise<PayableTarget> {
    const { customerId } = this;
    const sound = { customerId, currency: 'EUR', amountDueCents: 5000n, obstacle: null };
    return Promise.resolve({ ...sound, ...this.payable });
  }
  apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    return this.onApply(tx, payment);
  }
  fail(): Promise<TargetEvents> {
    return Promise.resolve(NO_EVENTS);
  }
  reopen(): Promise<TargetEvents> {
    return Promise.resolve(NO_EVENTS);
  }
  async appendItself(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    const { organizationId, targetId: objectId } = payment;
    await this.outbox.append(tx, Hostile.of({ organizationId, objectId, object: new Payload() }));
    return NO_EVENTS;
  }
}

@Module({ providers: [HostileTarget, extend(PAYMENT_TARGETS, HostileTarget)] })
class HostileModule {}

const NAME = 'The extension HostileTarget of "payment targets" failed';

describe('a payment target that breaks its contract', () => {
  const app = useTestApp({ ROLE: 'api' }, HostileModule);
  const organization = useOrganization(app);
  let target: HostileTarget;
  let customer: CustomerBody;

  beforeEach(async () => {
    customer = await aCustomer(organization);
    target = app.app.get(HostileTarget, { strict: false });
    target.reset(customer.id);
  });

  it.each<[string, (it: HostileTarget) => void]>([
    ['throws', (it) => (it.onApply = () => Promise.reject(new Error('no such table')))],
    ['takes longer than 5 s', (it) => (it.onApply = () => new Promise<never>(() => undefined))],
    ['returns a negative amount due', (it) => (it.payable = { amountDueCents: -1n })],
    ['returns an unknown currency', (it) => (it.payable = { currency: 'euro' })],
    ['appends an event itself', (it) => (it.onApply = (tx, payment) => it.appendItself(tx, payment))],
    [
      'returns an event of another organization',
      (it) => (it.onApply = () => Promise.resolve(foreignEvent())),
    ],
    ['returns no events', (it) => (it.onApply = () => Promise.resolve(undefined as never))],
  ])(
    'a target that %s fails its own payment and stores nothing',
    async (_, misbehave) => {
      misbehave(target);
      await problemOf(record(), 500, 'internal_error');
      expect(await payments()).toEqual([]);
      expect(await eventKindsOf(app, organization)).toEqual(['customer.created']);
      target.reset(customer.id);
      await record().expect(201);
    },
    10_000,
  );

  it('its notification waits under the name of the extension, and the others of the body are processed', async () => {
    const path = pathOfUrl(await connect(organization, 'gocardless', 'secret of the provider'));
    const invoice = await anInvoice(organization);
    const ours = await aPayment(organization, invoice, { provider: 'gocardless' });
    const body = { target_type: 'hostile', target_id: newId(), provider: 'gocardless' };
    const theirs = await bodyOf<PaymentBody>(organization.post('/v1/payments', body), 201);
    target.onApply = () => Promise.reject(new Error('no such table'));
    const events = [theirs, ours].map(({ id }) => ({
      id: `EV-${id}`,
      resource_type: 'payments',
      action: 'confirmed',
      links: { payment: `PM-${id}` },
      resource_metadata: { payment_id: id },
    }));
    await deliver(app, path, signHex(JSON.stringify({ events }), 'secret of the provider')).expect(200);
    await processStoredNotifications(app);

    expect((await invoiceOf(organization, invoice.id)).status).toBe('paid');
    expect((await paymentOf(organization, theirs.id)).status).toBe('pending');
    const [waiting, ...others] = await notificationsOf(organization, 'gocardless', '?status=received');
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ event_id: `EV-${theirs.id}`, needs_review: true });
    expect(waiting?.reason).toBe(`${NAME}: no such table. Retried later.`);

    target.reset(customer.id);
    await app.database.query('UPDATE job_failures SET retry_at = now() WHERE organization_id = $1', [
      organization.id,
    ]);
    await processStoredNotifications(app);
    expect((await paymentOf(organization, theirs.id)).status).toBe('succeeded');
    expect(await notificationsOf(organization, 'gocardless', '?status=received')).toEqual([]);
  });

  function record() {
    return organization.post('/v1/payments/record', {
      target_type: 'hostile',
      target_id: newId(),
      amount_cents: 5000,
    });
  }

  function payments(): Promise<PaymentBody[]> {
    return bodyOf(organization.get('/v1/payments'));
  }

  function foreignEvent(): TargetEvents {
    return {
      before: [Hostile.of({ organizationId: newId(), objectId: newId(), object: new Payload() })],
      after: [],
    };
  }
});

const Hostile = defineEvent({
  kind: 'hostile.paid',
  objectType: 'hostile',
  trigger: 'Test',
  payload: Payload,
});
