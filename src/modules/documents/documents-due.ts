import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DueQueue } from '../../platform/jobs/due-queue';
import { Jobs } from '../../platform/jobs/jobs';
import type { DueRow } from '../../platform/jobs/job-failures';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { DocumentRendering } from './document-rendering';
import { DocumentsRepository, QUEUE } from './documents.repository';

/** Renders the documents of what has become final. */
@Injectable()
export class DocumentsDue {
  private readonly queue: DueQueue;

  constructor(
    jobs: Jobs,
    repository: DocumentsRepository,
    private readonly rendering: DocumentRendering,
  ) {
    this.queue = jobs.dueQueue<DueRow>({
      name: QUEUE,
      schedule: SCHEDULES.documents,
      nextDueAt: (reader, now) => repository.nextDueAt(reader, now),
      claim: (tx, now, limit) => repository.claim(tx, now, limit),
      act: (tx, rows) => this.renderAll(tx, rows),
    });
  }

  /** Renders every due document. Returns their number. */
  run(): Promise<number> {
    return this.queue.run();
  }

  private async renderAll(tx: Transaction, rows: readonly DueRow[]): Promise<void> {
    for (const { organizationId, id } of rows) await this.rendering.renderIn(tx, organizationId, id);
  }
}
