import { Injectable } from '@nestjs/common';

/** Work that falls due at an instant of the service's clock. */
export interface DueSource {
  readonly name: string;
  /** The earliest instant at which something falls due, or null. */
  nextDueAt(): Promise<Date | null>;
  /** Does everything that is due now, and waits until it is done. */
  runDue(): Promise<void>;
}

/** All sources of due work, so that the test clock can run them in order. */
@Injectable()
export class DueWork {
  readonly sources: DueSource[] = [];

  register(source: DueSource): void {
    this.sources.push(source);
  }
}
