import { isFields, textAt } from './json';
import type { ProviderName } from './ledger';
import type { Script } from './script';
import type { State, Table } from './state';

/** Where the notifications of an account go. `account` null: those of every account without an own endpoint. */
export interface Endpoint {
  id: string;
  provider: string;
  account: string | null;
  url: string;
  secret: string;
}

/** A notification, signed when it is sent: providers sign each try anew. */
export interface Notification {
  readonly provider: ProviderName;
  readonly account: string;
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly sign: (body: string, secret: string, seconds: number) => Record<string, string>;
}

interface Sent {
  provider: string;
  id: string;
  type: string;
  status: number | null;
  at: string;
}

const RETRIES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
const DEADLINE_MS = 10_000;
const HELD_AT_MOST_MS = 1_000;
const DELAY_MS = 2_000;
const KEPT = 10_000;

/** Sends notifications in the order in which things happened, with retries, unless the script says otherwise. */
export class Notifier {
  private readonly endpoints: Table<Endpoint>;
  private readonly timers = new Set<NodeJS.Timeout>();
  private held: (() => void) | null = null;
  private closed = false;
  readonly sent: Sent[] = [];
  /** On their way, or waiting for another try. */
  pending = 0;

  constructor(
    state: State,
    private readonly script: Script,
  ) {
    this.endpoints = state.table('endpoints', (it) => it.id);
  }

  /** @throws Error if a field is missing */
  register(body: unknown): Endpoint {
    const [provider, url, secret] = ['provider', 'url', 'secret'].map((key) => textAt(body, key));
    if (!isFields(body) || !provider || !url || !secret)
      throw new Error('provider, url and secret are required.');
    const account = textAt(body, 'account');
    const endpoint = { id: `${provider} ${account ?? '*'}`, provider, account, url, secret };
    return this.endpoints.put('', endpoint);
  }

  list(): Endpoint[] {
    return this.endpoints.all().map((it) => it.value);
  }

  notify(notification: Notification): void {
    const { provider, account, type } = notification;
    const rule = this.script.notification({ provider, account, event: type });
    const send = (): void => this.start(notification);
    if (rule?.mode === 'lose_notification') return;
    if (rule?.mode === 'delay_notification') this.later(rule.delay_ms ?? DELAY_MS, send);
    else if (rule?.mode === 'out_of_order') this.hold(send);
    else this.sendNow(send, rule?.mode === 'notify_twice' ? 2 : 1);
  }

  private sendNow(send: () => void, times: number): void {
    for (let n = 0; n < times; n++) send();
    this.release();
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** Sends it after the next one, or after a second if none comes. */
  private hold(send: () => void): void {
    this.release();
    this.held = send;
    this.later(HELD_AT_MOST_MS, () => {
      if (this.held === send) this.release();
    });
  }

  private release(): void {
    const send = this.held;
    this.held = null;
    send?.();
  }

  private later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, ms);
    this.timers.add(timer);
  }

  private start(notification: Notification, retry = 0): void {
    const endpoint = this.endpointOf(notification);
    if (endpoint === null || this.closed) return;
    this.pending++;
    void this.send(notification, endpoint).then((isTaken) => {
      this.pending--;
      const wait = RETRIES_MS[retry];
      if (!isTaken && wait !== undefined) this.later(wait, () => this.start(notification, retry + 1));
    });
  }

  private endpointOf({ provider, account }: Notification): Endpoint | null {
    const candidates = this.list().filter((it) => it.provider === provider);
    return (
      candidates.find((it) => it.account === account) ?? candidates.find((it) => it.account === null) ?? null
    );
  }

  private async send(notification: Notification, { url, secret }: Endpoint): Promise<boolean> {
    const { provider, id, type, body, sign } = notification;
    const signature = sign(body, secret, Math.floor(Date.now() / 1000));
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => null,
    );
    this.sent.push({ provider, id, type, status, at: new Date().toISOString() });
    if (this.sent.length > KEPT) this.sent.splice(0, this.sent.length - KEPT);
    return status !== null && status >= 200 && status < 300;
  }
}
