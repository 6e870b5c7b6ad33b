import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Notifier } from '../../../platform/database/notifier';
import { WakeableLoop } from '../../../platform/jobs/wakeable-loop';
import { OrganizationRemoval, REMOVAL } from './organization-removal';

const TOPIC = 'organization_deletion';
const MAX_PAUSE_MS = 60_000;
/** Of a round that fails: its connection may have been lost since the last one, and a request waits. */
const BACKOFF = { firstMs: 500, maxMs: MAX_PAUSE_MS };

/** Runs the removal in the background: after a request in any process, and every minute for what a crash has left. */
@Injectable()
export class OrganizationRemovalWorker
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly loop = new WakeableLoop({
    name: REMOVAL,
    round: async () => {
      await this.removal.run();
      return false;
    },
    minPauseMs: 0,
    maxPauseMs: MAX_PAUSE_MS,
    backoff: BACKOFF,
  });

  constructor(
    private readonly removal: OrganizationRemoval,
    private readonly notifier: Notifier,
    @Inject(CONFIG) private readonly config: Pick<Config, 'role'>,
  ) {}

  onModuleInit(): void {
    if (this.config.role !== 'api') this.notifier.on(TOPIC, () => this.loop.wake());
  }

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.removal.stop();
    await this.loop.stop();
  }

  /** A request for a deletion was committed. */
  wake(): void {
    if (this.config.role === 'api') this.notifier.notify(TOPIC);
    else this.loop.wake();
  }
}
