import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { isDatabaseUnavailable } from '../../src/platform/database/pg-errors';
import { Sandbox } from '../../tools/sandbox/sandbox';
import { freePort } from './free-port';
import { aPayer, type Payer } from './race-payers';
import type { RaceProvider } from './race-providers';
import { ServiceProcess } from './service-process';
import type { TestDatabase } from './test-database';
import { SandboxControl } from './use-sandbox';

const CLOCK_SHIFT = join(__dirname, 'clock-shift.cjs');
const MOST_TRIES = 20;
const PAUSE_MS = 200;
const MOST_STARTS = 3;

/** A sandbox, two processes of the service that collect in it, and payers: two at each provider. */
export class RaceStage {
  readonly payers: Payer[] = [];
  /** Payments by which methods were saved. */
  readonly savings = new Set<string>();
  private services: ServiceProcess[] = [];
  private restarted = Promise.resolve();

  private constructor(
    readonly database: TestDatabase,
    readonly control: SandboxControl,
    private readonly env: Record<string, string>,
  ) {}

  static async start(database: TestDatabase, providers: readonly RaceProvider[]): Promise<RaceStage> {
    const sandbox = await Sandbox.start({ port: 0, folder: null, bankDelayMs: 50 });
    const control = new SandboxControl(sandbox);
    const env = {
      PROVIDER_BASE_URLS: sandbox.baseUrls,
      // The API keeps its port, so that clients and providers find it again.
      PORT: String(await freePort()),
      CLOCK_SHIFT_MS: '0',
      // A database that is slow on a busy machine is no fault of this test.
      DATABASE_TIMEOUT_MS: '10000',
    };
    const stage = new RaceStage(database, control, env);
    await stage.startServices();
    for (const provider of providers) {
      for (const isAutomatic of [true, false]) {
        stage.payers.push(await aPayer(control, stage.url, provider, isAutomatic));
      }
    }
    for (const { payment_id: id } of await control.ledger()) stage.savings.add(id);
    return stage;
  }

  get url(): string {
    return `http://127.0.0.1:${this.env.PORT ?? ''}`;
  }

  /** Kills every process, and starts it again. */
  restart(): Promise<void> {
    return this.restartAfter(() => Promise.resolve());
  }

  /** Kills every process, and starts it again at a later time. @param work is done while none runs */
  restartLater(seconds: number, work: () => Promise<unknown>): Promise<void> {
    this.env.CLOCK_SHIFT_MS = String(Number(this.env.CLOCK_SHIFT_MS) + seconds * 1000);
    return this.restartAfter(work);
  }

  /** Returns the time of the processes. */
  now(): Date {
    return new Date(Date.now() + Number(this.env.CLOCK_SHIFT_MS));
  }

  /** Tries again while the processes are away. */
  async persistently<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      await this.restarted;
      try {
        return await work();
      } catch (error) {
        assertUnreachable(error);
        if (tries === MOST_TRIES) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Resolves when the processes are there. */
  readonly ready = (): Promise<void> => this.restarted;

  close(): Promise<void> {
    return this.control.sandbox.close();
  }

  private restartAfter(work: () => Promise<unknown>): Promise<void> {
    this.restarted = this.restarted.then(async () => {
      await Promise.all(this.services.map((it) => it.kill()));
      await work();
      await this.startServices();
    });
    return this.restarted;
  }

  private async startServices(): Promise<void> {
    const options = { databaseUrl: this.database.url, nodeArgs: ['--require', CLOCK_SHIFT] };
    this.services = [
      ServiceProcess.launch({ ...options, role: 'all', env: this.env }),
      ServiceProcess.launch({ ...options, role: 'worker', env: { ...this.env, PORT: '0' } }),
    ];
    await Promise.all(this.services.map((it) => untilReady(it)));
  }
}

/** Beside other work a start takes long: it is waited for more than once. */
async function untilReady(service: ServiceProcess): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await service.ready();
      return;
    } catch (error) {
      if (tries === MOST_STARTS) throw error;
    }
  }
}

/** The connection broke because the service was killed, or the page said that it cannot lead on; nothing else may happen. */
export function assertUnreachable(error: unknown): void {
  const { name, message } = error as Error;
  // `fetch` has a TypeError of its own realm, and so have sockets their errors.
  const isExpected =
    name === 'TypeError' || /answered (0|5|4|200)|ECONNRESET|ECONNREFUSED|EPIPE/.test(message);
  if (!isExpected && !isDatabaseUnavailable(error)) throw error;
}
