import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually';

const MAIN = join(__dirname, '../../dist/src/main.js');
const START_LIMIT_MS = 60_000;
const KEPT_LOG_CHARS = 50_000;
const SHOWN_LOG_CHARS = 3000;

/** One key for all secrets of a run, so that every process can decrypt them. */
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

/** Options of a process. `env` is added to the settings that every fault test needs. */
export interface ServiceOptions {
  role: 'all' | 'api' | 'worker';
  databaseUrl: string;
  env?: Record<string, string>;
  /** Arguments of Node itself, such as `--require` and a file. */
  nodeArgs?: string[];
  /** Maximum number of open file descriptors. */
  openFiles?: number;
  /** Path of a built main.js other than that of the project. */
  main?: string;
}

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const running = new Set<ServiceProcess>();
process.once('exit', () => {
  for (const service of running) service.signal('SIGKILL');
});

/** Output of services that ended unexpectedly. */
const fallen: string[] = [];

/** Fails if a service has ended unexpectedly: no external fault may crash it. Call it in afterEach. */
export function assertNoneFell(): void {
  const [words] = fallen.splice(0);
  if (words !== undefined) throw new Error(`A service ended unexpectedly:\n${words}`);
}

/** Kills every service that the test file has started and not ended. Call it in afterAll. */
export async function killServices(): Promise<void> {
  await Promise.all([...running].map((service) => service.kill()));
}

/** The built service as a separate process, which tests kill, freeze and stop. */
export class ServiceProcess {
  /** Resolves when the process is gone. */
  readonly exited: Promise<Exit>;
  /** The end of its output, from both streams. */
  log = '';
  private port: string | null = null;
  private exit: Exit | null = null;
  /** Whether the test has ended it. */
  private ending = false;

  private constructor(private readonly child: ChildProcess) {
    const keep = (chunk: Buffer): void => {
      this.log = (this.log + chunk.toString()).slice(-KEPT_LOG_CHARS);
      this.port ??= /Health +http:\/\/localhost:(\d+)\//.exec(this.log)?.[1] ?? null;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    running.add(this);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        running.delete(this);
        this.exit = { code, signal };
        if (!this.ending) fallen.push(this.log.slice(-SHOWN_LOG_CHARS));
        resolve(this.exit);
      });
    });
  }

  /** Starts a role on a free port and waits until it is ready. */
  static async start(options: ServiceOptions): Promise<ServiceProcess> {
    const service = ServiceProcess.launch(options);
    await service.ready();
    return service;
  }

  /** Starts a role without waiting for it. */
  static launch(options: ServiceOptions): ServiceProcess {
    const { role, databaseUrl, env = {}, nodeArgs = [], openFiles, main = MAIN } = options;
    if (!existsSync(main)) throw new Error('dist/ is missing: run "node scripts/build.mjs" first');
    const command = [process.execPath, ...nodeArgs, main];
    const limited = ['bash', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'bash', ...command];
    const [file = '', ...args] = openFiles === undefined ? command : limited;
    const child = spawn(file, args, {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        ROLE: role,
        PORT: '0',
        LOG_FORMAT: 'json',
        LOG_LEVEL: 'warn',
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: '8',
        ENCRYPTION_KEY,
        DOCUMENT_DRAWING: 'off', // takes CPU time from what the tests measure
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServiceProcess(child);
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The service could not be started');
    return this.child.pid;
  }

  /** `http://127.0.0.1:port`, known once the service listens. */
  get url(): string {
    if (this.port === null) throw new Error('The service is not listening yet');
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when /health/ready returns 200. */
  async ready(): Promise<void> {
    await eventually(async () => {
      if (this.exit !== null)
        throw new Error(`The service ended while it started:\n${this.log.slice(-SHOWN_LOG_CHARS)}`);
      if (this.port === null) return null;
      return (await fetch(`${this.url}/health/ready`)).ok ? true : null;
    }, START_LIMIT_MS);
  }

  signal(signal: NodeJS.Signals): void {
    this.ending ||= ['SIGKILL', 'SIGTERM', 'SIGHUP'].includes(signal);
    this.child.kill(signal);
  }

  /** Sends SIGKILL and waits until the process is gone. Also ends a frozen process. */
  kill(): Promise<Exit> {
    this.signal('SIGKILL');
    return this.exited;
  }

  /** Sends SIGTERM; returns how the process ended and how long that took. */
  async terminate(): Promise<Exit & { ms: number }> {
    const startedAt = performance.now();
    this.signal('SIGTERM');
    return { ...(await this.exited), ms: performance.now() - startedAt };
  }

  /** Returns the number of attempts in flight in this process: sent and not yet recorded. */
  async deliveriesInFlight(): Promise<number> {
    const metrics = await (await fetch(`${this.url}/metrics`)).text();
    return Number(/^webhook_deliveries_in_flight (\d+)$/m.exec(metrics)?.[1] ?? 0);
  }
}
