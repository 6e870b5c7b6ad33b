/** Samples that are kept: more than fit between the standby's being behind and its being given up. */
const SAMPLES = 200;

interface Sample {
  /** Monotonic, in milliseconds. */
  at: number;
  /** Bytes of write-ahead log. */
  position: bigint;
}

/**
 * Tells as of when a standby is. The primary's position in its log is noted with the time before it was asked; what was
 * committed by then is on the standby once it has replayed that position. Unlike the time of the last replayed commit, this
 * holds while nothing is written, and while the standby receives nothing.
 */
export class ReplicaFreshness {
  private samples: Sample[] = [];
  private latest = -Infinity;

  /** Notes the primary's position, asked for at that time. */
  sampled(at: number, position: bigint): void {
    this.samples.push({ at, position });
    if (this.samples.length > SAMPLES) this.samples.shift();
  }

  /** Notes the position that the standby has replayed. */
  replayed(position: bigint): void {
    for (const it of this.samples) if (it.position <= position && it.at > this.latest) this.latest = it.at;
    this.samples = this.samples.filter((it) => it.position > position);
  }

  /** Everything that was committed by then is on the standby; -Infinity while that is unknown. */
  get asOf(): number {
    return this.latest;
  }
}
