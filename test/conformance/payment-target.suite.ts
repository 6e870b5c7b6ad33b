import type { TargetEvents } from '../../src/modules/payments';
import { PaymentTargets } from '../../src/modules/payments/payment-targets';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { NotFoundError } from '../../src/platform/errors/app-error';
import { aCustomer } from '../support/builders';
import { eventKindsOf, type PaymentBody } from '../support/payments';
import type { TestApp, TestOrganization } from '../support/test-app';
import { useOrganization } from '../support/use-test-app';
import { bodyOf, problemOf, type CustomerBody } from '../support/wire';

/** A payment target under test. */
export interface TestedTarget {
  /** Creates a record of the customer on which this amount is due, in EUR. Returns its ID. */
  create(organization: TestOrganization, customer: CustomerBody, amountCents: number): Promise<string>;
  /** Kinds of the events when one payment pays everything. */
  eventsWhenPaid: { before: readonly string[]; after: readonly string[] };
}

const AMOUNT = 5000;

/** Returns the fields of `POST /v1/payments` that name a target. */
const fieldsOf = (kind: string, id: string): Record<string, string> =>
  ['invoice', 'payment_request'].includes(kind)
    ? { [`${kind}_id`]: id }
    : { target_kind: kind, target_id: id };

/** Declares the tests that every payment target must pass (docs/extending.md#payment-targets). */
export function paymentTargetSuite(kind: string, app: TestApp, tested: TestedTarget): void {
  describe(`payment target ${kind}`, () => {
    const organization = useOrganization(app);
    let id: string;

    beforeEach(async () => {
      id = await tested.create(organization, await aCustomer(organization), AMOUNT);
    });

    const targets = (): PaymentTargets => app.app.get(PaymentTargets, { strict: false });
    const run = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      app.app.get(Transactions).runFor(organization.id, work);
    const lock = (of = { organizationId: organization.id, id }) =>
      app.app
        .get(Transactions)
        .runFor(of.organizationId, (tx) => targets().lock(tx, of.organizationId, { kind, id: of.id }));
    const due = async (): Promise<bigint> => (await lock()).amountDueCents;
    const record = (amountCents: number) =>
      organization.post('/v1/payments/record', { ...fieldsOf(kind, id), amount_cents: amountCents });
    const change = (
      name: 'apply' | 'reopen',
      paymentId: string,
      amountCents: bigint,
    ): Promise<TargetEvents> =>
      run(async (tx) => {
        await targets().lock(tx, organization.id, { kind, id });
        const payment = { organizationId: organization.id, targetId: id, paymentId, amountCents };
        return targets()[name](tx, kind, payment);
      });

    it('returns what is due, and no record of another organization', async () => {
      expect(await lock()).toMatchObject({ currency: 'EUR', amountDueCents: BigInt(AMOUNT), obstacle: null });
      const stranger = await app.anOrganization();
      await expect(lock({ organizationId: stranger.id, id })).rejects.toThrow(NotFoundError);
      await expect(lock({ organizationId: organization.id, id: newId() })).rejects.toThrow(NotFoundError);
    });

    it('takes payments until nothing is due, with its events around those of the last payment', async () => {
      const statuses = (await Promise.all([1, 2, 3].map(() => record(2000)))).map((it) => it.status);
      expect(statuses.sort()).toEqual([201, 201, 400]);
      expect(await due()).toBe(BigInt(AMOUNT - 4000));
      const before = (await eventKindsOf(app, organization)).length;
      await bodyOf<PaymentBody>(record(AMOUNT - 4000), 201);
      const own = ['payment.created', 'payment.succeeded'];
      const { eventsWhenPaid: around } = tested;
      expect((await eventKindsOf(app, organization)).slice(before)).toEqual([
        ...around.before,
        ...own,
        ...around.after,
      ]);
      expect((await lock()).obstacle).toEqual(expect.any(String));
      await problemOf(record(1), 400, 'invalid_state');
    });

    it('applies an amount and makes it due again, also when the transaction is rolled back', async () => {
      const paymentId = newId();
      const rolledBack = run(async (tx) => {
        await targets().lock(tx, organization.id, { kind, id });
        const payment = { organizationId: organization.id, targetId: id, paymentId, amountCents: 3000n };
        await targets().apply(tx, kind, payment);
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      expect(await due()).toBe(BigInt(AMOUNT));
      await change('apply', paymentId, 3000n);
      expect(await due()).toBe(BigInt(AMOUNT - 3000));
      await change('reopen', paymentId, 3000n);
      expect(await due()).toBe(BigInt(AMOUNT));
    });
  });
}
