import { setTimeout as sleep } from 'node:timers/promises';

/** Waits. @throws the reason of the signal, if it aborts */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

/** Delays between attempts: doubled up to a maximum, with jitter. */
export class Backoff {
  private next: number;

  constructor(
    private readonly firstMs: number,
    private readonly longestMs: number,
  ) {
    this.next = firstMs;
  }

  reset(): void {
    this.next = this.firstMs;
  }

  delay(): number {
    const delay = this.next;
    this.next = Math.min(delay * 2, this.longestMs);
    const random = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
    return delay * (0.5 + random / 2);
  }
}
