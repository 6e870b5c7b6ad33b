import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Trap {
  text: string;
  lose: 'request' | 'reply';
  sprung: () => void;
}

/** The URL with the port of a proxy in front of the server. */
export function throughProxy(url: string, proxy: TcpProxy): string {
  const changed = new URL(url);
  changed.port = String(proxy.port);
  return changed.toString();
}

/** A TCP proxy that misbehaves on demand: delay, silence with open connections, cut connections, lost messages. */
export class TcpProxy {
  /** Delay of every chunk, in each direction. */
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

  /** Listens on a free port in front of the server that the URL names. */
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

  /** Nothing gets through in either direction; connections stay open and new ones are accepted. */
  blackhole(): void {
    this.silent = true;
    for (const link of this.links) link.pause();
  }

  /** Resets every connection, and each new one at once, until `pass`. */
  refuse(): void {
    this.refusing = true;
    this.cut();
  }

  /** Ends the silence or the refusals; what was held back is delivered, as TCP would after an outage of the network. */
  pass(): void {
    this.silent = false;
    this.refusing = false;
    for (const link of this.links) link.resume();
  }

  /** Resets every connection; new ones pass. */
  cut(): void {
    for (const link of this.links) link.destroy();
  }

  /**
   * The next time a client sends `text`, its connection is cut: before the server sees it (`request`), or
   * after the server has answered and before the client sees the answer (`reply`). Resolves when it happened.
   */
  loseNext(text: string, lose: 'request' | 'reply'): Promise<void> {
    return new Promise((resolve) => {
      this.trap = { text, lose, sprung: resolve };
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
  /** The trap that this chunk of the client springs. */
  springs(chunk: Buffer): Trap | null;
  onClose(): void;
}

/** One connection through the proxy. */
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
      socket.once('close', () => this.later(() => this.destroy())); // what was under way still arrives
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
    this.later(() => this.server.write(chunk));
  }

  private fromServer(chunk: Buffer): void {
    if (this.losing !== null) this.lost(this.losing);
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
