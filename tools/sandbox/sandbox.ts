import { controlOf } from './control';
import { Core } from './core/core';
import { handlerOf } from './core/dialect';
import { LocalServer } from './core/http';
import type { ProviderName } from './core/ledger';
import type { Provider } from './core/provider';
import { dodopayments } from './dodopayments/dodopayments';
import { gocardless } from './gocardless/gocardless';
import { razorpay } from './razorpay/razorpay';
import { stripe } from './stripe/stripe';

export interface SandboxOptions {
  /** The port of the control routes; the providers take the next ones. 0: any free ports. */
  readonly port: number;
  /** Where the journal is kept; null: in memory only. */
  readonly folder: string | null;
  /** How long a bank takes. */
  readonly bankDelayMs: number;
}

const MAKERS: readonly (readonly [ProviderName, (core: Core) => Provider])[] = [
  ['stripe', stripe],
  ['gocardless', gocardless],
  ['razorpay', razorpay],
  ['dodopayments', dodopayments],
];

/** The providers of the sandbox, served on loopback (docs/payments.md#sandbox). */
export class Sandbox {
  private constructor(
    readonly url: string,
    readonly urls: Readonly<Record<string, string>>,
    private readonly core: Core,
    private readonly servers: readonly LocalServer[],
  ) {}

  static async start({ port, folder, bankDelayMs }: SandboxOptions): Promise<Sandbox> {
    const core = new Core(folder, bankDelayMs);
    const providers = new Map(MAKERS.map(([name, make]) => [name, make(core)]));
    const control = await LocalServer.listen(port, controlOf(core, providers));
    const servers = [control];
    for (const [index, [name, { dialect }]] of [...providers].entries()) {
      const own = port === 0 ? 0 : port + 1 + index;
      const server = await LocalServer.listen(own, handlerOf(core, dialect));
      core.urls.set(name, server.url);
      servers.push(server);
    }
    core.schedule.start();
    return new Sandbox(control.url, Object.fromEntries(core.urls), core, servers);
  }

  /** What `PROVIDER_BASE_URLS` of the service is to be. */
  get baseUrls(): string {
    return Object.entries(this.urls)
      .map(([name, url]) => `${name}=${url}`)
      .join(',');
  }

  async close(): Promise<void> {
    this.core.schedule.close();
    this.core.notifier.close();
    await Promise.all(this.servers.map((it) => it.close()));
  }
}
