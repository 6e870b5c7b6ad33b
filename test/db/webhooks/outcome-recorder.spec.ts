import { OutcomeRecorder } from '../../../src/modules/webhooks/delivery/outcome-recorder';
import { RequestSlots } from '../../../src/modules/webhooks/delivery/request-slots';
import { aQueue, outcomeOf } from '../../support/delivery-worker';
import { useTestApp } from '../../support/use-test-app';
import { anEndpoint, deliveriesOf } from '../../support/webhooks';

const CUSTOMERS = 5;
/** More than the column holds: never a real status, but a rejected outcome must not block the others. */
const NO_STATUS = 2 ** 40;

describe('OutcomeRecorder', () => {
  const app = useTestApp({ ROLE: 'api' }); // only this test claims deliveries

  it('records the other outcomes when the database rejects one, whose delivery stays leased', async () => {
    const organization = await app.anOrganization();
    const { id: endpointId } = await anEndpoint(organization, 'http://127.0.0.1:20999/');
    for (let n = 0; n < CUSTOMERS; n++) {
      await organization.post('/v1/customers', { external_id: String(n) }).expect(201);
    }
    const queue = aQueue(app);
    const claimed = await queue.claim([{ organizationId: organization.id, endpointId, quota: CUSTOMERS }]);
    expect(claimed).toHaveLength(CUSTOMERS);

    const heard = { recorded: 0, dropped: 0 };
    const slots = new RequestSlots(CUSTOMERS);
    await new Promise<void>((resolve) => {
      const count = (what: keyof typeof heard, outcomes: number): void => {
        heard[what] += outcomes;
        if (heard.recorded + heard.dropped === CUSTOMERS) resolve();
      };
      const recorder = new OutcomeRecorder(queue, {
        outcomesSent: (outcomes) => slots.outcomesSent(outcomes),
        outcomesReturned: (outcomes) => slots.outcomesReturned(outcomes),
        outcomesRecorded: (outcomes) => {
          slots.outcomesRecorded(outcomes);
          count('recorded', outcomes);
        },
        outcomesDropped: (outcomes) => {
          slots.outcomesDropped(outcomes);
          count('dropped', outcomes);
        },
      });
      for (const [n, one] of claimed.entries()) {
        slots.attemptEnded(slots.take(one, 'fast', 0));
        recorder.record(outcomeOf(one, n === 2 ? NO_STATUS : 200));
      }
    });

    const pending = (await deliveriesOf(organization)).filter((it) => it.status !== 'succeeded');
    expect(pending.map((it) => it.id)).toEqual([claimed[2]?.id]);
    expect(heard).toEqual({ recorded: CUSTOMERS - 1, dropped: 1 });
    expect([slots.free, slots.inFlight]).toEqual([CUSTOMERS, 0]);
    const [row] = await app.database.query<{ leased: boolean }>(
      'SELECT leased_until > now() AS leased FROM webhook_queue WHERE delivery_id = $1',
      [claimed[2]?.id],
    );
    expect(row).toEqual({ leased: true });
  });
});
