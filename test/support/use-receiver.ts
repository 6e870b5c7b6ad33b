import { MisbehavingReceiver } from './misbehaving-receiver';
import { RecordingReceiver } from './recording-receiver';
import { lateBound } from './use-test-app';

/**
 * Starts a misbehaving receiver before the tests of this block, and stops it after them. Call it before `useTestApp`, so
 * that requests that hang end before the service stops.
 */
export function useMisbehavingReceiver(): MisbehavingReceiver {
  return useReceiver(() => MisbehavingReceiver.start());
}

/** Starts a recording receiver before the tests of this block, and stops it after them. */
export function useRecordingReceiver(): RecordingReceiver {
  return useReceiver(() => RecordingReceiver.start());
}

function useReceiver<T extends { stop(): Promise<void> }>(start: () => Promise<T>): T {
  let receiver: T | undefined;
  beforeAll(async () => {
    receiver = await start();
  });
  afterAll(() => receiver?.stop());
  return lateBound<T>(() => receiver, 'The receiver has not started: use it in a test or a hook.');
}
