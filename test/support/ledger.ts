/** What a client of the API knows of its writes: the one side of every verdict. */
export class Ledger {
  /** Acknowledged with 201: external_id to id. */
  readonly acknowledged = new Map<string, string>();
  /** Tried and never acknowledged: they may exist or not, but never by half. */
  readonly unacknowledged = new Set<string>();
  /** Answers by status; 0 counts the requests that got none because the connection broke. */
  readonly answers = new Map<number, number>();
  /** 503 answers without Retry-After. */
  bare503 = 0;
  /** The slowest answer, and how many were replays of an earlier one. */
  slowestMs = 0;
  replays = 0;
  /** When the last write was acknowledged, on this process's monotonic clock. */
  lastAcknowledgedAt = 0;

  note(answer: { status: number; ms: number; retryAfter: string | null; replayed: boolean }): void {
    this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, answer.ms);
    if (answer.status === 503 && answer.retryAfter === null) this.bare503++;
    if (answer.replayed) this.replays++;
  }

  acknowledge(externalId: string, id: string): void {
    this.unacknowledged.delete(externalId);
    this.acknowledged.set(externalId, id);
    this.lastAcknowledgedAt = performance.now();
  }

  /** Statuses that came, in order. */
  get statuses(): number[] {
    return [...this.answers.keys()].sort((a, b) => a - b);
  }
}
