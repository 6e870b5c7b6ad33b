import { Injectable } from '@nestjs/common';

/** Work that failed for a reason of its own and waits for its next attempt. */
export interface FailedWork {
  objectType: string;
  objectId: string;
  code: string;
  /** One or more full sentences, for the organization to read. */
  message: string;
  nextRetryAt: Date;
}

/** A kind of work that becomes due at a certain time of the service's clock. */
export interface DueSource {
  readonly name: string;
  /** Returns when the next work is due, apart from retries of failed work; null if none is scheduled. */
  nextDueAt(): Promise<Date | null>;
  /**
   * Processes everything that is due now, retries included; resolves when it is done. Work that the service cannot do
   * while it stops may remain once `shutdown` is aborted.
   */
  runDue(shutdown: AbortSignal): Promise<void>;
  /** Returns when the next retry of failed work is due; null if nothing has failed. */
  nextRetryAt?(): Promise<Date | null>;
  /** Returns the failed work of an organization, at most 100 records. */
  failedWork?(organizationId: string): Promise<FailedWork[]>;
}

/** All sources of due work. When the test clock advances, it runs them in the order in which their work is due. */
@Injectable()
export class DueWork {
  readonly sources: DueSource[] = [];

  register(source: DueSource): void {
    this.sources.push(source);
  }
}
