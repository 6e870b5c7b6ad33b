import { simpleParser, type ParsedMail } from 'mailparser';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { eventually } from './eventually';

/** What the server does with the next messages; `hang` sends not even a greeting. */
type Behaviour = 'accept' | 'postpone' | 'refuse' | 'hang';

export interface ReceivedMail extends ParsedMail {
  /** The bytes of the message. */
  raw: Buffer;
  envelope: { from: string; to: string[] };
}

const REPLIES = {
  postpone: { code: 451, text: 'Try again later' },
  refuse: { code: 550, text: 'No such mailbox' },
} as const;

/** A real SMTP server on loopback. */
export class MailServer {
  behaviour: Behaviour = 'accept';
  readonly received: ReceivedMail[] = [];
  private server: SMTPServer | null = null;
  private port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens on a free port, and on the same one after `stop`. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      disabledCommands: ['STARTTLS'],
      onConnect: (_, done) => {
        if (this.behaviour !== 'hang') done();
      },
      onRcptTo: (_, __, done) => done(this.refusal()),
      onData: (stream, session, done) => {
        this.receive(stream, session).then(() => done(), done);
      },
    });
    server.on('error', () => undefined); // clients that give up are part of the tests
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
  }

  /** Waits for a message to a recipient. */
  next(to: string): Promise<ReceivedMail> {
    return eventually(() => this.received.find((it) => it.envelope.to.includes(to)));
  }

  private refusal(): Error | null {
    if (this.behaviour !== 'postpone' && this.behaviour !== 'refuse') return null;
    const { code, text } = REPLIES[this.behaviour];
    return Object.assign(new Error(text), { responseCode: code });
  }

  private async receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const to = envelope.rcptTo.map((it) => it.address);
    this.received.push({ ...(await simpleParser(raw)), raw, envelope: { from, to } });
  }
}
