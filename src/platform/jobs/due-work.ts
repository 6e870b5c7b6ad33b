import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import { Notifier } from '../database/notifier';

const TOPIC = 'due_work';

/** Work that falls due by the service's clock. */
export interface DueSource {
  readonly name: string;
  /** Returns when something falls due next, or null. The retry of something that failed is due from its time on, not before. */
  nextDueAt(): Promise<Date | null>;
  /** Processes everything that is due now; resolves when it is done. */
  runDue(): Promise<void>;
  /** Starts a run in the background, unless a schedule of its own soon does. */
  wake?(): void;
}

/** All sources of due work, which the test clock runs in order. */
@Injectable()
export class DueWork implements OnModuleInit {
  readonly sources: DueSource[] = [];

  constructor(
    private readonly notifier: Notifier,
    @Inject(CONFIG) private readonly config: Pick<Config, 'role'>,
  ) {}

  onModuleInit(): void {
    if (this.config.role === 'api') return;
    this.notifier.on(
      TOPIC,
      () => {
        this.wakeAll();
      },
      { onConnect: false },
    );
  }

  register(source: DueSource): void {
    this.sources.push(source);
  }

  /** Starts all due work in the background, in a process that runs jobs. Call it after the commit that made work due. */
  wake(): void {
    if (this.config.role === 'api') this.notifier.notify(TOPIC);
    else this.wakeAll();
  }

  private wakeAll(): void {
    for (const source of this.sources) source.wake?.();
  }
}
