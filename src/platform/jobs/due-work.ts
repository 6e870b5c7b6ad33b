import { Injectable } from '@nestjs/common';

/** Work that becomes due by the service's clock. */
export interface DueSource {
  readonly name: string;
  /** Returns when the next work is due, or null. */
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
