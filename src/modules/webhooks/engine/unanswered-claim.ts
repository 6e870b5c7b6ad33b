import { RELEASE_UNANSWERED } from './claim.queries';
import type { LaneKey } from './claimed-delivery';
import type { DeliveryDatabase } from './delivery-database';

/**
 * A claim whose answer did not come, because the connection broke or the database is away. It may have happened: then
 * its deliveries are leased by a worker that does not know of them. They are given back before anything else is
 * claimed, or would wait for a lease to run out and be taken for sent.
 */
export class UnansweredClaim {
  private lanes: readonly LaneKey[] = [];
  /** Until when the last claim that was answered had its lanes. */
  private lastAnswered: Date | undefined;
  private settling: Promise<void> | null = null;

  constructor(
    private readonly database: Pick<DeliveryDatabase, 'query'>,
    private readonly owner: string,
    private readonly leaseMs: number,
    private readonly laneLeaseMs: number,
  ) {}

  /** A claim was answered, and has its lanes until then. Undefined when it took none. */
  answered(leasedUntil: Date | undefined): void {
    this.lastAnswered = leasedUntil ?? this.lastAnswered;
  }

  /** A claim of these lanes failed, or only its answer did. Throws the error again. */
  failed(lanes: readonly LaneKey[], error: unknown): never {
    this.lanes = lanes;
    throw error;
  }

  /**
   * Gives back what came of it. To be done before the leases of lanes change, by which its deliveries are known: with
   * the next claim, renewal or release. Never twice at once, as the second could reach the database after a claim.
   */
  async settle(): Promise<void> {
    if (this.lanes.length === 0) return;
    this.settling ??= this.release().finally(() => (this.settling = null));
    await this.settling;
  }

  private async release(): Promise<void> {
    await this.database.query(RELEASE_UNANSWERED, [
      this.lanes.map((it) => it.organizationId),
      this.lanes.map((it) => it.endpointId),
      this.owner,
      this.lastAnswered ?? '-infinity',
      this.leaseMs - this.laneLeaseMs,
    ]);
    this.lanes = [];
  }
}
