import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DueWork } from '../../platform/jobs/due-work';
import { JobRunner } from '../../platform/jobs/job-runner';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { WalletExpiration } from './wallet-expiration';

const NAME = 'wallet-expiration';

/** Schedules the expiration of wallets, and registers it as due work for the test clock. */
@Injectable()
export class WalletsJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly dueWork: DueWork,
    private readonly expiration: WalletExpiration,
  ) {}

  onModuleInit(): void {
    this.dueWork.register({
      name: NAME,
      nextDueAt: () => this.expiration.nextDueAt(),
      runDue: async () => {
        await this.expiration.run();
      },
    });
  }

  @Cron(SCHEDULES.walletExpiration)
  expire(): Promise<void> {
    return this.jobs.exclusive(NAME, () => this.expiration.run());
  }
}
