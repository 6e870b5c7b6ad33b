import { OverloadedError, RequestError } from '../errors/app-error';
import { requestsRefused, requestsWaiting } from '../observability/metrics';

/** Units of requests of one organization at work in this process at the same time. */
const UNITS_AT_WORK = 8;
/** Units that may wait: about what an organization gets served within the longest wait. */
const UNITS_WAITING = 1000;
const LONGEST_WAIT_MS = 10_000;

/** Ends the admission of a request; idempotent. */
export type Release = () => void;

interface WaitingRequest {
  units: number;
  start(release: Release): void;
  refuse(error: Error): void;
}

/**
 * The requests of one organization in one process (docs/decisions.md#fairness-of-the-api). They start in the order of
 * their arrival: up to 8 units at the same time, and a request of more than one unit alone.
 */
export class AdmissionQueue {
  private atWork = 0;
  private isAlone = false;
  private waitingUnits = 0;
  private readonly waiting = new Set<WaitingRequest>();

  get isIdle(): boolean {
    return this.atWork === 0 && this.waiting.size === 0;
  }

  /**
   * Resolves when the request may start.
   *
   * @param signal ends the wait, for a client that has disconnected
   * @throws OverloadedError after 10 s, or at once if too many units wait
   */
  enter(units: number, signal: AbortSignal): Promise<Release> {
    if (signal.aborted) return Promise.reject(disconnected());
    if (this.waiting.size === 0 && this.hasRoomFor(units)) return Promise.resolve(this.start(units));
    if (this.waitingUnits + units > UNITS_WAITING) {
      requestsRefused.labels('queue_full').inc();
      return Promise.reject(new OverloadedError());
    }
    return new Promise((resolve, reject) => {
      this.wait(units, signal, resolve, reject);
    });
  }

  /** Refuses all requests that wait. */
  refuseAll(error: Error): void {
    for (const request of [...this.waiting]) request.refuse(error);
  }

  private wait(
    units: number,
    signal: AbortSignal,
    resolve: (release: Release) => void,
    reject: (error: Error) => void,
  ): void {
    const leave = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      this.waiting.delete(request);
      this.waitingUnits -= units;
      requestsWaiting.dec();
    };
    const request: WaitingRequest = {
      units,
      start: (release) => {
        leave();
        resolve(release);
      },
      refuse: (error) => {
        leave();
        reject(error);
      },
    };
    const timer = setTimeout(() => {
      requestsRefused.labels('timeout').inc();
      giveUp(new OverloadedError());
    }, LONGEST_WAIT_MS);
    const abort = (): void => {
      giveUp(disconnected());
    };
    const giveUp = (error: Error): void => {
      request.refuse(error);
      this.startWaiting(); // those behind it may fit
    };
    signal.addEventListener('abort', abort, { once: true });
    this.waiting.add(request);
    this.waitingUnits += units;
    requestsWaiting.inc();
  }

  private hasRoomFor(units: number): boolean {
    if (this.atWork === 0) return true;
    return !this.isAlone && units === 1 && this.atWork < UNITS_AT_WORK;
  }

  private start(units: number): Release {
    this.atWork += units;
    this.isAlone = units > 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.atWork -= units;
      this.isAlone = false;
      this.startWaiting();
    };
  }

  private startWaiting(): void {
    for (const request of this.waiting) {
      if (!this.hasRoomFor(request.units)) return;
      request.start(this.start(request.units));
    }
  }
}

const disconnected = (): Error => new RequestError('request_timeout', 'The client has disconnected.');
