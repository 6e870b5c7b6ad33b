import { aBill, aBillablePlan, billed } from '../support/bills';
import { BillingStory, instant } from '../support/billing-story';
import { aCustomer, anInvoice } from '../support/builders';
import type { InvoiceBody } from '../support/invoice-wire';
import type { TestOrganization } from '../support/test-app';
import { useTestApp } from '../support/use-test-app';
import { bodyOf, listOf, problemOf } from '../support/wire';
import { limitHostile } from './hostile';
import {
  HOSTILE,
  HostileInvoiceModule,
  MISDEEDS,
  misdeeds,
  type Misdeed,
} from './hostile-invoice-extensions';

const app = useTestApp({ TEST_CLOCK: 'on' }, HostileInvoiceModule);
const [MARCH, APRIL, MAY] = ['2027-03-01', '2027-04-01', '2027-05-01'].map(instant) as [
  string,
  string,
  string,
];
const GRACE_DAYS = 3;
const AFTER_GRACE = instant('2027-04-04');
const COMMON = ['throws', 'exceeds the time limit'];
const RETRIED = instant('2027-04-10');

beforeAll(() => {
  limitHostile(app, HOSTILE);
});
afterEach(() => {
  misdeeds.clear();
});

const named = ({ extension, point }: Misdeed): string => `The extension ${extension} of "${point}" failed`;
/** Numbers are formatted per organization; every other extension knows the customer. */
const victimOf = ({ extension }: Misdeed, organization: { id: string }, customer: { id: string }): string =>
  extension === 'HostileNumbers' ? organization.id : customer.id;
const agrees = async (organization: TestOrganization): Promise<void> => {
  expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
};

describe('an extension of an invoice that breaks its contract', () => {
  const cases = MISDEEDS.map((it) => [it.extension, it.how, it] as const);

  it.each(cases)(
    '%s that %s fails the requests of its customer, which write nothing',
    async (_, __, misdeed) => {
      const organization = await app.anOrganization();
      const customer = await aCustomer(organization);
      const plan = await aBillablePlan(app, organization);
      const bill = aBill(organization, customer, plan);
      const oneOff = {
        customer_id: customer.id,
        currency: 'EUR',
        fees: [{ description: 'Work', units: '1', unit_amount_cents: 4900 }],
      };
      const preview = organization.post('/v1/invoices/preview', {
        customer_id: customer.id,
        plan_id: plan.id,
      });
      misdeeds.set(victimOf(misdeed, organization, customer), misdeed);

      await expect(billed(app, organization, bill)).rejects.toThrow(`${named(misdeed)}: ${misdeed.reason}`);
      if (misdeed.extension !== 'HostileLines') {
        await problemOf(organization.post('/v1/invoices/one_off', oneOff), 500, 'internal_error');
      }
      if (['HostileLines', 'HostileTaxes'].includes(misdeed.extension)) {
        await problemOf(preview, 500, 'internal_error');
      } else {
        await bodyOf(preview);
      }
      expect((await listOf(organization.get('/v1/invoices'))).total).toBe(0);
      expect(await eventsOfInvoices(organization)).toEqual([]);

      misdeeds.clear();
      expect((await anInvoice(organization, { customer_id: customer.id })).number).toBe('H-1');
      expect((await billed(app, organization, bill)).number).toBe('H-2');
      await agrees(organization);
    },
  );

  it('HostileNumbers that repeats a number fails the requests of its organization', async () => {
    const organization = await app.anOrganization();
    const first = await anInvoice(organization);
    const repeats = {
      extension: 'HostileNumbers',
      point: 'invoice numbering',
      how: 'repeats a number',
      reason: '',
    };
    misdeeds.set(organization.id, repeats);
    const bill = aBill(organization, await aCustomer(organization), await aBillablePlan(app, organization));

    await expect(billed(app, organization, bill)).rejects.toThrow(
      `${named(repeats)}: it returned "H-1" for two invoices`,
    );
    expect((await listOf(organization.get('/v1/invoices'))).items).toEqual([first]);
  });

  async function eventsOfInvoices({ id }: TestOrganization): Promise<unknown[]> {
    const text = `SELECT kind FROM outbox_events WHERE organization_id = $1 AND object_type = 'invoice'`;
    return app.database.query(text, [id]);
  }
});

/** A subscription that a misdeed harms. */
interface Victim {
  misdeed: Misdeed;
  story: BillingStory;
  customerId: string;
  subscriptionId: string;
}

/** An entry of `passed_over`. */
interface PassedOver {
  object_type: string;
  object_id: string;
  code: string;
  message: string;
}

describe('due bills beside an extension that breaks its contract', () => {
  let shared: BillingStory;
  let sharedPlan: { id: string };

  beforeAll(async () => {
    shared = await BillingStory.begin(app);
    sharedPlan = await shared.plan();
    await shared.moveTo(MARCH);
  });

  it('only the subscriptions and drafts that it harms are set aside, and billed once it is repaired', async () => {
    const harmed = await Promise.all(MISDEEDS.map((it) => victim(it)));
    const whileFinalizing = MISDEEDS.filter(
      ({ extension, how }) => extension !== 'HostileLines' && COMMON.includes(how),
    );
    const drafted = await Promise.all(
      whileFinalizing.map((it) => victim(it, { invoice_grace_period: GRACE_DAYS })),
    );
    const good = await shared.subscribe(sharedPlan);
    const goodDraft = await shared.subscribe(sharedPlan, {
      customer_id: (await shared.customer({ invoice_grace_period: GRACE_DAYS })).id,
    });

    misbehave(harmed);
    await shared.moveTo(APRIL);
    expect(await statuses(good)).toEqual(['finalized']);
    for (const it of harmed) {
      const { billing_error } = await it.story.subscription(it.subscriptionId);
      expect(billing_error).toMatchObject({ code: 'extension_failed', message: messageOf(it) });
      expect(await it.story.invoices({ id: it.subscriptionId })).toEqual([]);
    }

    misbehave(drafted);
    await shared.moveTo(AFTER_GRACE);
    expect(await statuses(goodDraft)).toEqual(['finalized']);
    for (const it of drafted) {
      const [draft] = await it.story.invoices({ id: it.subscriptionId });
      expect(draft).toMatchObject({ status: 'draft', number: null });
      const about = { object_type: 'invoice', object_id: draft?.id, code: 'extension_failed' };
      expect(await passedOver(it.story, AFTER_GRACE)).toContainEqual(
        expect.objectContaining({ ...about, message: messageOf(it) }),
      );
    }

    misdeeds.clear();
    await shared.moveTo(RETRIED);
    for (const { story, subscriptionId: id } of [...harmed, ...drafted]) {
      expect((await story.invoices({ id })).map((it) => it.status)).toEqual(['finalized']);
      expect(await story.subscription(id)).toMatchObject({ billing_error: null });
    }
    await agrees(shared.organization);
  });

  it('a draft stays as it is while it cannot be refreshed', async () => {
    await shared.moveTo(RETRIED);
    const customer = await shared.customer({ invoice_grace_period: GRACE_DAYS });
    const plan = await shared.plan({ charges: [await shared.charge('calls', '1')] });
    const subscription = await shared.subscribe(plan, { customer_id: customer.id });
    await shared.moveTo(MAY);
    const [before] = await shared.invoices(subscription);
    for (const [index, misdeed] of MISDEEDS.filter((it) => it.extension === 'HostileTaxes').entries()) {
      misdeeds.set(customer.id, misdeed);
      await shared.use(subscription, 'calls', '1', `2027-04-20T00:00:0${index}`);
      expect(await invoice(before?.id)).toEqual(before);
    }
    misdeeds.clear();
    const charges = (await invoice(before?.id)).fees.filter((it) => it.type === 'charge');
    expect(charges).toMatchObject([{ units: '6', amount_cents: 600 }]);
  });

  async function victim(misdeed: Misdeed, fields: object = {}): Promise<Victim> {
    const isShared = misdeed.extension !== 'HostileNumbers';
    const story = isShared ? shared : await BillingStory.begin(app);
    const { id: customerId } = await story.customer(fields);
    const plan = isShared ? sharedPlan : await story.plan();
    const { id: subscriptionId } = await story.subscribe(plan, { customer_id: customerId });
    return { misdeed, story, customerId, subscriptionId };
  }

  function misbehave(victims: readonly Victim[]): void {
    for (const { misdeed, story, customerId } of victims) {
      misdeeds.set(victimOf(misdeed, story.organization, { id: customerId }), misdeed);
    }
  }

  const messageOf = ({ misdeed }: Victim): string => `${named(misdeed)}; the log of the service says why.`;
  const statuses = async (subscription: { id: string }): Promise<string[]> =>
    (await shared.invoices(subscription)).map((it) => it.status);
  const invoice = (id: string | undefined): Promise<InvoiceBody> =>
    bodyOf(shared.organization.get(`/v1/invoices/${id}`));

  async function passedOver({ organization }: BillingStory, now: string): Promise<PassedOver[]> {
    const move = await bodyOf<{ passed_over: PassedOver[] }>(organization.put('/v1/test_clock', { now }));
    return move.passed_over;
  }
});
