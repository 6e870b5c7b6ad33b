import type { Type } from '@nestjs/common';
import {
  PAYMENT_TARGETS,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
} from '../../src/modules/payments';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { Extensions } from '../../src/platform/extensions';
import { Outbox } from '../../src/platform/outbox/outbox';
import { aCustomer } from '../support/builders';
import { gate } from '../support/gate';
import { eventKindsOf } from '../support/payments';
import type { TestApp, TestOrganization } from '../support/test-app';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type CustomerBody, type PaymentBody } from '../support/wire';

/** What the suite needs of a payment target. */
export interface TargetSample {
  /** The modules that register the target, if they are not part of the service. */
  modules: readonly Type[];
  /** Runs once, before the tests: e.g. the migration of the module. */
  prepare?(app: TestApp): Promise<unknown>;
  /** Creates a record of the customer with this amount due, in EUR. Returns its id. */
  create(
    app: TestApp,
    organization: TestOrganization,
    customer: CustomerBody,
    amountCents: number,
  ): Promise<string>;
  /** Kinds of the events when a payment pays everything due. */
  eventsWhenPaid: { before: readonly string[]; after: readonly string[] };
}

const AMOUNT = 5000;

/** What every payment target must pass. */
export function paymentTargetSuite(type: string, sample: TargetSample): void {
  describe(`the payment target ${type}`, () => {
    const app = useTestApp({ ROLE: 'api' }, ...sample.modules);
    const organization = useOrganization(app);
    let customer: CustomerBody;
    let id: string;

    beforeAll(() => sample.prepare?.(app));
    beforeEach(async () => {
      customer = await aCustomer(organization);
      id = await sample.create(app, organization, customer, AMOUNT);
    });

    const get = <T>(token: Type<T>): T => app.app.get<T>(token, { strict: false });
    const target = (): PaymentTarget => {
      const found = get(Extensions)
        .of(PAYMENT_TARGETS)
        .find((it) => it.type === type);
      if (found === undefined) throw new Error(`No payment target has the type ${type}`);
      return found;
    };
    const run = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      get(Transactions).runFor(organization.id, work);
    const lock = (targetId = id, organizationId = organization.id): Promise<PayableTarget | null> =>
      get(Transactions).runFor(organizationId, (tx) => target().lock(tx, organizationId, targetId));
    const record = (amountCents: number, fields: object = {}) =>
      organization.post('/v1/payments/record', {
        target_type: type,
        target_id: id,
        amount_cents: amountCents,
        ...fields,
      });
    const pay = (amountCents: number): Promise<PaymentBody> => bodyOf(record(amountCents), 201);
    const change = (
      name: 'apply' | 'fail' | 'reopen',
      { id: paymentId, amount_cents: cents }: Pick<PaymentBody, 'id' | 'amount_cents'>,
    ): Promise<TargetEvents> =>
      run(async (tx) => {
        await target().lock(tx, organization.id, id);
        const about = { organizationId: organization.id, targetId: id, paymentId };
        return get(Outbox).closedFor(tx, () => target()[name](tx, { ...about, amountCents: BigInt(cents) }));
      });

    it('lock returns customer, currency and amount due', async () => {
      expect(await lock()).toMatchObject({
        customerId: customer.id,
        currency: 'EUR',
        amountDueCents: BigInt(AMOUNT),
        obstacle: null,
      });
    });

    it('lock returns null for an unknown id and for a record of another organization', async () => {
      const stranger = await app.anOrganization();
      expect(await lock(newId())).toBeNull();
      expect(await lock(id, stranger.id)).toBeNull();
    });

    it('lock keeps other transactions waiting until the transaction ends', async () => {
      const [locked, release] = [gate(), gate()];
      const first = run(async (tx) => {
        await target().lock(tx, organization.id, id);
        locked.open();
        await release.opened;
      });
      await locked.opened;
      const second = run(async (tx) => {
        await tx.query(`SET LOCAL lock_timeout = '100ms'`);
        return target().lock(tx, organization.id, id);
      });
      await expect(second).rejects.toThrow('lock timeout');
      release.open();
      await first;
    });

    it('payments are applied until nothing is due; more is refused with 400 invalid_state', async () => {
      expect(await pay(2000)).toMatchObject({ target_type: type, target_id: id, customer_id: customer.id });
      expect(await lock()).toMatchObject({ amountDueCents: BigInt(AMOUNT - 2000), obstacle: null });
      await problemOf(record(AMOUNT - 1999), 400, 'invalid_state');
      await pay(AMOUNT - 2000);
      expect((await lock())?.obstacle).toEqual(expect.any(String));
      await problemOf(record(1), 400, 'invalid_state');
    });

    it('another currency and an unknown record are refused with 422', async () => {
      expect(await wrongFieldsOf(record(1, { currency: 'USD' }))).toEqual(['currency']);
      expect(await wrongFieldsOf(record(1, { target_id: newId() }))).toHaveLength(1);
      expect(await lock()).toMatchObject({ amountDueCents: BigInt(AMOUNT) });
    });

    it('concurrent payments never apply more than is due', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => record(AMOUNT / 5)));
      expect(answers.map((it) => it.status).sort()).toEqual([201, 201, 201, 201, 201, 400]);
      expect(await lock()).toMatchObject({ amountDueCents: 0n });
    });

    it('the events of the target are around those of the payment', async () => {
      const before = (await eventKindsOf(app, organization)).length;
      await pay(AMOUNT);
      const own = ['payment.created', 'payment.succeeded'];
      const expected = [...sample.eventsWhenPaid.before, ...own, ...sample.eventsWhenPaid.after];
      expect((await eventKindsOf(app, organization)).slice(before)).toEqual(expected);
    });

    it('apply and reopen change the amount due by the amount of the payment, and append no events', async () => {
      const payment = { id: newId(), amount_cents: 3000 };
      const events = await change('apply', payment);
      for (const it of [...events.before, ...events.after]) expect(it.organizationId).toBe(organization.id);
      expect(await lock()).toMatchObject({ amountDueCents: BigInt(AMOUNT - 3000) });
      await change('reopen', payment);
      expect(await lock()).toMatchObject({ amountDueCents: BigInt(AMOUNT), obstacle: null });
    });

    it('a failed payment changes no amount', async () => {
      const payment = await bodyOf<PaymentBody>(
        organization.post('/v1/payments', { target_type: type, target_id: id, provider: 'manual' }),
        201,
      );
      await change('fail', payment);
      expect(await lock()).toMatchObject({ amountDueCents: BigInt(AMOUNT) });
    });

    it('a rollback undoes apply', async () => {
      const rolledBack = run(async (tx) => {
        await target().lock(tx, organization.id, id);
        const about = { organizationId: organization.id, targetId: id, paymentId: newId() };
        await target().apply(tx, { ...about, amountCents: BigInt(AMOUNT) });
        throw new Error('roll back');
      });
      await expect(rolledBack).rejects.toThrow('roll back');
      expect(await lock()).toMatchObject({ amountDueCents: BigInt(AMOUNT) });
    });
  });
}
