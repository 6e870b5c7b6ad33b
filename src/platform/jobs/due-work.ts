import { Injectable } from '@nestjs/common';

/** A kind of work that becomes due at a certain time of the service's clock. */
export interface DueSource {
  readonly name: string;
  /** Returns when the next work is due; null if none is scheduled. */
  nextDueAt(): Promise<Date | null>;
  /** Processes everything that is due now; resolves when it is done. */
  runDue(): Promise<void>;
}

/** All sources of due work. When the test clock advances, it runs them in the order in which their work is due. */
@Injectable()
export class DueWork {
  readonly sources: DueSource[] = [];

  register(source: DueSource): void {
    this.sources.push(source);
  }
}
