import { eventually } from '../../../../test/support/eventually';
import type { AttemptRecord } from '../queue/delivery-queue';
import { OutcomeRecorder } from './outcome-recorder';

const OUTCOMES = 6;

const outcome = (deliveryId: string): AttemptRecord => ({
  organizationId: 'o',
  deliveryId,
  generation: 1,
  attemptedAt: new Date(),
  httpStatus: 200,
  response: '',
  durationMs: 1,
  requestHeaders: null,
  responseHeaders: null,
  success: true,
  errorMessage: null,
  stage: 'done',
  delaySeconds: 0,
  retries: 0,
  expiredLeases: 0,
});

/** A rejection of values by the database. */
const rejection = (): Error => Object.assign(new Error('duplicate key'), { code: '23505' });

describe('OutcomeRecorder', () => {
  it('writes outcomes one by one only for the batch that was rejected', async () => {
    const sizes: number[] = [];
    const record = (records: readonly AttemptRecord[]): Promise<number> => {
      sizes.push(records.length);
      return sizes.length === 1 ? Promise.reject(rejection()) : Promise.resolve(records.length);
    };
    let recorded = 0;
    const recorder = new OutcomeRecorder(
      { record },
      {
        outcomesSent: () => undefined,
        outcomesReturned: () => undefined,
        outcomesRecorded: (count) => (recorded += count),
        outcomesDropped: () => undefined,
      },
    );
    const recordAll = async (until: number): Promise<void> => {
      for (let n = 0; n < OUTCOMES; n++) recorder.record(outcome(String(n)));
      await eventually(() => Promise.resolve(recorded === until ? true : null));
    };
    await recordAll(OUTCOMES);
    await recordAll(2 * OUTCOMES);
    expect(sizes).toEqual([OUTCOMES, ...Array<number>(OUTCOMES).fill(1), OUTCOMES]);
  });
});
