import { eventually } from '../../../../test/support/eventually';
import type { AttemptRecord } from './attempt-record';
import type { DeliveryQueue } from './delivery-queue';
import { Completer } from './completer';

const OUTCOMES = 6;

const outcome = (deliveryId: string): AttemptRecord => ({
  organizationId: 'o',
  deliveryId,
  generation: 1,
  attemptedAt: new Date(),
  httpStatus: 200,
  response: '',
  success: true,
  errorMessage: null,
  stage: 'done',
  delaySeconds: 0,
  retries: 0,
  leaseExpirations: 0,
  durationMs: 12,
  inboxHeaders: null,
});

/** Returns a unique violation: an error that a single row of a batch can cause. */
const refusal = (): Error => Object.assign(new Error('duplicate key'), { code: '23505' });

describe('Completer', () => {
  it('writes the outcomes of a rejected batch one by one, and the next ones as a batch again', async () => {
    const sizes: number[] = [];
    const record = (records: readonly AttemptRecord[]): Promise<number> => {
      sizes.push(records.length);
      return sizes.length === 1 ? Promise.reject(refusal()) : Promise.resolve(records.length);
    };
    const recorder = new Completer({ record } as unknown as DeliveryQueue);
    let recorded = 0;
    recorder.subscribe({
      sent: () => undefined,
      returned: () => undefined,
      recorded: (outcomes) => (recorded += outcomes),
      refused: () => undefined,
    });
    const recordAll = async (until: number): Promise<void> => {
      for (let n = 0; n < OUTCOMES; n++) recorder.record(outcome(String(n)));
      await eventually(() => Promise.resolve(recorded === until ? true : null));
    };
    await recordAll(OUTCOMES);
    await recordAll(2 * OUTCOMES);
    expect(sizes).toEqual([OUTCOMES, ...Array<number>(OUTCOMES).fill(1), OUTCOMES]);
  });
});
