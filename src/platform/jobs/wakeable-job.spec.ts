import { WakeableJob } from './wakeable-job';

describe('WakeableJob', () => {
  /** The runs that have begun; each ends when its function is called. */
  let runs: (() => void)[];
  const aJob = (notifyOthers: (() => void) | null = null): WakeableJob =>
    new WakeableJob(() => new Promise((resolve) => runs.push(resolve)), notifyOthers);
  const nextTurn = (): Promise<void> => new Promise(setImmediate);

  beforeEach(() => {
    runs = [];
  });

  it('a job that is woken during a run runs once more', async () => {
    const job = aJob();
    job.start();
    job.wake();
    job.wake();
    job.wake();
    expect(runs).toHaveLength(1);
    runs[0]?.();
    await nextTurn();
    expect(runs).toHaveLength(2);
    runs[1]?.();
    await job.idle();
    expect(runs).toHaveLength(2);
  });

  it('a job that has not started, or has stopped, does not run', async () => {
    const job = aJob();
    job.wake();
    expect(runs).toHaveLength(0);
    job.start();
    job.wake();
    job.wake();
    const stopped = job.stop();
    runs[0]?.();
    await stopped;
    job.wake();
    expect(runs).toHaveLength(1);
    expect(job.isStopped).toBe(true);
  });

  it('an API process notifies the others instead of running the job', () => {
    let notified = 0;
    const job = aJob(() => (notified += 1));
    job.start();
    job.sweep();
    expect(notified).toBe(0);
    job.wake();
    expect(notified).toBe(1);
    expect(runs).toHaveLength(0);
  });
});
