import { Completer } from '../../../src/modules/webhooks/engine/completer';
import { RequestSlots } from '../../../src/modules/webhooks/engine/request-slots';
import { aCustomer, anEndpoint } from '../../support/builders';
import { aQueue, outcomeOf } from '../../support/delivery-worker';
import { useTestApp } from '../../support/use-test-app';
import { deliveriesOf } from '../../support/webhooks';

const CUSTOMERS = 5;
/** Overflows the column, so that the database rejects the outcome. No real status is this large. */
const NO_STATUS = 2 ** 40;

describe('Completer', () => {
  const app = useTestApp({ ROLE: 'api' }); // no worker runs; the tests claim deliveries themselves

  it('records the other outcomes when the database rejects one, and leaves the delivery of that one leased', async () => {
    const organization = await app.anOrganization();
    const { id: endpointId } = await anEndpoint(organization, 'http://127.0.0.1:4/');
    for (let n = 0; n < CUSTOMERS; n++) {
      await aCustomer(organization, { external_id: String(n) });
    }
    const queue = aQueue(app);
    const claimed = await queue.claim([{ organizationId: organization.id, endpointId, quota: CUSTOMERS }]);
    expect(claimed).toHaveLength(CUSTOMERS);

    const recorder = new Completer(queue);
    const told = { sent: 0, returned: 0, recorded: 0, refused: 0 };
    const slots = new RequestSlots(CUSTOMERS);
    await new Promise<void>((done) => {
      recorder.subscribe({
        sent: (outcomes) => count('sent', outcomes),
        returned: (outcomes) => count('returned', outcomes),
        recorded: (outcomes) => count('recorded', outcomes),
        refused: (outcomes) => count('refused', outcomes),
      });
      const count = (what: keyof typeof told, outcomes: number): void => {
        told[what] += outcomes;
        slots[what](outcomes);
        if (told.recorded + told.refused === CUSTOMERS) done();
      };
      for (const [n, one] of claimed.entries()) {
        slots.ended(slots.take(one, 'fast', 0));
        recorder.record(outcomeOf(one, n === 2 ? NO_STATUS : 200));
      }
    });

    const pending = (await deliveriesOf(organization)).filter((it) => it.status !== 'succeeded');
    expect(pending.map((it) => it.id)).toEqual([claimed[2]?.id]);
    expect(told).toMatchObject({ recorded: CUSTOMERS - 1, refused: 1 });
    expect([slots.free, slots.inFlight]).toEqual([CUSTOMERS, 0]);
    const [row] = await app.database.query<{ leased: boolean }>(
      'SELECT leased_until > now() AS leased FROM webhook_queue WHERE delivery_id = $1',
      [claimed[2]?.id],
    );
    expect(row).toEqual({ leased: true });
  });
});
