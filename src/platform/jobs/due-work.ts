import { Injectable } from '@nestjs/common';

/** Work that falls due by the service's clock. */
export interface DueSource {
  readonly name: string;
  /** Returns when something falls due next, or null. */
  nextDueAt(): Promise<Date | null>;
  /** Processes everything that is due now; resolves when it is done. */
  runDue(): Promise<void>;
}

/** All sources of due work, which the test clock runs in order. */
@Injectable()
export class DueWork {
  readonly sources: DueSource[] = [];

  register(source: DueSource): void {
    this.sources.push(source);
  }
}
