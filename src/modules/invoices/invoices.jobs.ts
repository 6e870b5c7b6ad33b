import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DueWork } from '../../platform/jobs/due-work';
import { JobRunner } from '../../platform/jobs/job-runner';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { InvoiceBillingErrors } from './invoice-billing-errors';
import { InvoicesDue } from './invoices-due';

const NAME = 'invoices';

/** Schedules the processing of due invoices. */
@Injectable()
export class InvoicesJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly dueWork: DueWork,
    private readonly due: InvoicesDue,
    private readonly errors: InvoiceBillingErrors,
  ) {}

  onModuleInit(): void {
    this.dueWork.register({
      name: NAME,
      nextDueAt: () => this.due.nextDueAt(),
      nextRetryAt: () => this.errors.nextRetryAt(),
      failedWork: (organizationId) => this.errors.failedWork(organizationId),
      runDue: async () => {
        await this.due.run();
      },
    });
  }

  @Cron(SCHEDULES.invoices)
  sweep(): Promise<void> {
    return this.jobs.exclusive(NAME, () => this.due.run());
  }
}
