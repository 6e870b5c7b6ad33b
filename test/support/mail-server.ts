import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { lateBound } from './use-test-app';

/** How a mail server treats messages. `hang`: it takes the message and does not answer. */
export type MailServerMode = 'accept' | 'refuse_recipient' | 'refuse_sender' | 'defer' | 'hang';

/** A message that the server has received, accepted or not. */
export interface ReceivedMessage {
  from: string;
  to: string;
  content: Buffer;
}

/** A real SMTP server on loopback, without TLS. It can go away and come back on the same port. */
export class MailServer {
  mode: MailServerMode = 'accept';
  readonly messages: ReceivedMessage[] = [];
  private server: SMTPServer | null = null;
  private port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      disableReverseLookup: true,
      closeTimeout: 10,
      logger: false,
      onMailFrom: (_address, _session, done) => {
        done(this.mode === 'refuse_sender' ? reply(550, 'Sender not allowed') : null);
      },
      onRcptTo: (_address, _session, done) => {
        done(this.mode === 'refuse_recipient' ? reply(550, 'No such user here') : null);
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          this.messages.push({ from, to: rcptTo[0]?.address ?? '', content: Buffer.concat(chunks) });
          if (this.mode === 'hang') return;
          done(this.mode === 'defer' ? reply(451, 'Try again later') : null);
        });
      },
    });
    server.on('error', () => undefined); // of clients that close their connections
    await new Promise<void>((resolve) => {
      server.listen(this.port, '127.0.0.1', () => resolve());
    });
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Refuses connections from now on. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Forgets what was received. */
  reset(): void {
    this.mode = 'accept';
    this.messages.length = 0;
  }
}

const reply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Starts a mail server before the tests of this block, and stops it after them. */
export function useMailServer(): MailServer {
  let server: MailServer | undefined;
  beforeAll(async () => {
    server = new MailServer();
    await server.start();
  });
  beforeEach(() => server?.reset());
  afterAll(() => server?.stop());
  return lateBound<MailServer>(() => server, 'The mail server has not started: use it in a test or a hook.');
}

/** The environment of a service that queues e-mails and reaches no mail server. */
export const NO_MAIL_SERVER = {
  SMTP_URL: 'smtp://127.0.0.1:4',
  MAIL_FROM: 'billing@service.example',
  PUBLIC_URL: 'https://billing.service.example',
};

/** The environment of a service that sends e-mails by this server. */
export const mailEnvironment = ({ url }: MailServer): Record<string, string> => ({
  ...NO_MAIL_SERVER,
  SMTP_URL: url,
});

/** A part of a message, decoded. */
export interface MessagePart {
  headers: string;
  body: Buffer;
}

/** Returns the parts of a message that are not multipart themselves. */
export function partsOf(content: Buffer): MessagePart[] {
  const text = content.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const body = text.slice(end + 4);
  const boundary = /^content-type: multipart\/.*boundary="([^"]+)"/im.exec(headers)?.[1];
  if (boundary === undefined) return [{ headers, body: decoded(headers, body) }];
  const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return parts.flatMap((it) => partsOf(Buffer.from(it.replace(/^\r\n/, ''), 'latin1')));
}

function decoded(headers: string, body: string): Buffer {
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Returns a header of a message as it stands, unfolded. */
export function headerOf({ content }: ReceivedMessage, name: string): string | undefined {
  const text = content.toString('latin1');
  const headers = text.slice(0, text.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim();
}
