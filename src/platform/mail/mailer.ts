import { Inject, Injectable } from '@nestjs/common';
import { createTransport, type NodemailerError } from 'nodemailer';
import { CONFIG, type Config } from '../config/config';
import { MailNotConfiguredError } from '../errors/app-error';

/** The limits of one attempt: time without a reply, and total time, in multiples of it. */
const TOTAL_PER_TIMEOUT = 4;

/** The mail server did not accept a message. The message of the error is shown to the organization. */
export class MailError extends Error {
  /** @param isFinal whether the server refuses this message or recipient for good; otherwise a later attempt may succeed. */
  constructor(
    message: string,
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** A message as the mail server gets it. */
export interface Envelope {
  /** Address of the sender, without a name. */
  from: string;
  to: string;
  /** The whole message (RFC 5322). */
  message: Buffer;
}

/** Sends messages through the mail server of SMTP_URL (docs/operations.md#e-mail). */
@Injectable()
export class Mailer {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  get isConfigured(): boolean {
    return this.config.mail !== null;
  }

  /** @throws MailNotConfiguredError */
  assertConfigured(): void {
    this.settings();
  }

  /** The address from which all messages are sent. @throws MailNotConfiguredError */
  get sender(): string {
    return this.settings().from;
  }

  /**
   * Sends a message on a connection of its own, and returns once the server has accepted it.
   *
   * @throws MailError
   */
  async send({ from, to, message }: Envelope): Promise<void> {
    const { url, timeoutMs } = this.settings();
    const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
    const transport = createTransport({ url, ...timeouts, dnsTimeout: timeoutMs });
    const sending = transport.sendMail({ envelope: { from, to: [to] }, raw: message });
    try {
      await withinTime(sending, timeoutMs * TOTAL_PER_TIMEOUT);
    } catch (error) {
      throw mailErrorOf(error as NodemailerError);
    }
  }

  private settings(): NonNullable<Config['mail']> {
    if (this.config.mail === null) throw new MailNotConfiguredError();
    return this.config.mail;
  }
}

/** A server that sends a few bytes now and then keeps every other timeout from running out. */
async function withinTime(sending: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([sending, limit]);
  } finally {
    clearTimeout(timer);
    sending.catch(() => undefined); // its failure after the limit has nowhere to go
  }
}

/** A refusal of the recipient or the content is final; one of the sender or the login is for the operator to solve. */
function mailErrorOf({ message, permanent, command = '', response }: NodemailerError): MailError {
  const isFinal = permanent === true && (command.startsWith('RCPT TO') || command === 'DATA');
  return new MailError(`The mail server did not take the message: ${response ?? message}`, isFinal);
}
