import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Trap {
  text: string;
  lose: 'request' | 'reply' | 'nothing';
  sprung: () => void;
}

/** Returns the URL with its port replaced by the port of the proxy. */
export function throughProxy(url: string, proxy: TcpProxy): string {
  const changed = new URL(url);
  changed.port = String(proxy.port);
  return changed.toString();
}

/**
 * A TCP proxy that misbehaves on demand: latency, silence on open connections, cut connections, lost
 * messages.
 */
export class TcpProxy {
  /** Delay of every chunk in each direction. */
  latencyMs = 0;
  private readonly links = new Set<Link>();
  private silent = false;
  private refusing = false;
  private trap: Trap | null = null;

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  /** Starts a proxy on a free port in front of the server of the URL. */
  static async start(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    const proxy = new TcpProxy(server, { host: hostname, port: Number(port) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Holds back all data in both directions. Connections stay open, and new ones are accepted. */
  blackhole(): void {
    this.silent = true;
    for (const link of this.links) link.pause();
  }

  /** Resets every connection, and each new one immediately, until `pass`. */
  refuse(): void {
    this.refusing = true;
    this.cut();
  }

  /** Ends `blackhole` or `refuse`. Delivers what was held back, as TCP does after a network outage. */
  pass(): void {
    this.silent = false;
    this.refusing = false;
    for (const link of this.links) link.resume();
  }

  /** Resets every connection; accepts new ones. */
  cut(): void {
    for (const link of this.links) link.destroy();
  }

  /**
   * Cuts the connection of the next client that sends `text`: before the server receives it (`request`), or after the
   * server has responded and before the client receives the response (`reply`). Resolves when that has happened.
   */
  loseNext(text: string, lose: 'request' | 'reply'): Promise<void> {
    return new Promise((resolve) => {
      this.trap = { text, lose, sprung: resolve };
    });
  }

  /** Holds back the next message with `text`, and all later ones of its connection. Resolves when that has happened. */
  holdNext(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.trap = { text, lose: 'nothing', sprung: resolve };
    });
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  private accept(client: Socket): void {
    if (this.refusing) {
      client.resetAndDestroy();
      return;
    }
    const link = new Link(client, connect(this.target), {
      latency: () => this.latencyMs,
      springs: (chunk) => this.spring(chunk),
      onClose: () => this.links.delete(link),
    });
    this.links.add(link);
    if (this.silent) link.pause();
  }

  private spring(chunk: Buffer): Trap | null {
    const { trap } = this;
    if (trap === null || !chunk.includes(trap.text)) return null;
    this.trap = null;
    return trap;
  }
}

interface LinkRules {
  latency(): number;
  /** Returns the trap that this chunk of the client triggers. */
  springs(chunk: Buffer): Trap | null;
  onClose(): void;
}

/** A connection through the proxy. */
class Link {
  private losing: Trap | null = null;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly rules: LinkRules,
  ) {
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => this.later(() => this.destroy())); // chunks in flight still arrive
    }
    client.on('data', (chunk) => this.fromClient(chunk));
    server.on('data', (chunk) => this.fromServer(chunk));
    client.once('end', () => this.later(() => server.end()));
    server.once('end', () => this.later(() => client.end()));
  }

  pause(): void {
    this.client.pause();
    this.server.pause();
  }

  resume(): void {
    this.client.resume();
    this.server.resume();
  }

  destroy(): void {
    this.client.destroy();
    this.server.destroy();
    this.rules.onClose();
  }

  private fromClient(chunk: Buffer): void {
    this.losing ??= this.rules.springs(chunk);
    if (this.losing?.lose === 'request') {
      this.lost(this.losing);
      return;
    }
    if (this.losing?.lose === 'nothing') {
      this.losing.sprung();
      return; // the connection stays open until the client or the test closes it
    }
    this.later(() => this.server.write(chunk));
  }

  private fromServer(chunk: Buffer): void {
    if (this.losing?.lose === 'reply') this.lost(this.losing);
    else this.later(() => this.client.write(chunk));
  }

  private lost(trap: Trap): void {
    this.destroy();
    trap.sprung();
  }

  private later(action: () => void): void {
    const delay = this.rules.latency();
    if (delay === 0) action();
    else setTimeout(action, delay);
  }
}
