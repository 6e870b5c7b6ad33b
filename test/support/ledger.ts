/** Records the responses to a client's writes, for comparison with the database. */
export class Ledger {
  /** Writes acknowledged with 201: external_id to id. */
  readonly acknowledged = new Map<string, string>();
  /** Writes never acknowledged: they exist in full or not at all. */
  readonly unacknowledged = new Set<string>();
  /** Responses by status; 0 counts requests whose connection broke. */
  readonly answers = new Map<number, number>();
  /** 503 responses without Retry-After. */
  bare503 = 0;
  /** Duration of the slowest response. */
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

  /** The statuses received, sorted. */
  get statuses(): number[] {
    return [...this.answers.keys()].sort((a, b) => a - b);
  }
}
