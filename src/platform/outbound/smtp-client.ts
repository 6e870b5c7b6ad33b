import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from './smtp-settings';

/** Deadline of a connection with its greeting, within that of the whole. */
const CONNECT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Who a message is from and for, as the mail server sees it. */
export interface SmtpEnvelope {
  from: string;
  to: string;
}

/** A message was not accepted. */
export class SmtpError extends Error {
  constructor(
    message: string,
    /** Whether the server refused the recipient or the message for good: there is no use in another attempt. */
    readonly isPermanent: boolean,
  ) {
    super(message);
  }
}

interface SmtpClientOptions {
  settings: SmtpSettings;
  /** Deadline of a message, from the look-up of the host to the answer of the server. */
  deadlineMs: number;
}

/**
 * Hands messages to the mail server of the installation, each over a connection of its own. The operator names the
 * server, as with the database, so the address policy for the URLs of organizations does not apply.
 */
export class SmtpClient {
  constructor(private readonly options: SmtpClientOptions) {}

  /**
   * Resolves when the server has accepted the message. After any error but a permanent one it may have accepted it all the
   * same.
   *
   * @param message the bytes of RFC 5322
   * @param signal ends the attempt early
   * @throws SmtpError
   */
  async send(envelope: SmtpEnvelope, message: Buffer, signal: AbortSignal): Promise<void> {
    const { deadlineMs } = this.options;
    const deadline = AbortSignal.timeout(deadlineMs);
    const ended = AbortSignal.any([signal, deadline]);
    const connection = new SMTPConnection(this.connectionOptions());
    try {
      await new Promise<void>((resolve, reject) => {
        const abort = (): void => {
          const late = `The mail server did not finish within ${deadlineMs} ms.`;
          reject(new SmtpError(deadline.aborted ? late : 'The service stopped during the attempt.', false));
        };
        if (ended.aborted) {
          abort();
          return;
        }
        ended.addEventListener('abort', abort, { once: true });
        connection.once('error', reject);
        this.exchange(connection, envelope, message).then(resolve, reject);
      });
    } catch (error) {
      throw toSmtpError(error);
    } finally {
      connection.on('error', () => undefined); // of the connection that is closed here
      connection.close();
    }
  }

  private async exchange(
    connection: SMTPConnection,
    { from, to }: SmtpEnvelope,
    message: Buffer,
  ): Promise<void> {
    const { auth } = this.options.settings;
    await settled((done) => connection.connect(done));
    if (auth !== null) {
      await settled((done) => connection.login({ ...auth }, done));
    }
    await settled((done) => connection.send({ from, to: [to], size: message.length }, message, done));
    connection.quit();
  }

  private connectionOptions(): SMTPConnection.Options {
    const { settings, deadlineMs } = this.options;
    const connectMs = Math.min(CONNECT_MS, deadlineMs);
    return {
      host: settings.host,
      port: settings.port,
      secure: settings.isImplicitTls,
      requireTLS: settings.requireTls,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: deadlineMs,
      socketCloseTimeout: 0,
      maxResponseSize: MAX_RESPONSE_BYTES,
      tls: { minVersion: 'TLSv1.2' },
      allowInternalNetworkInterfaces: true,
      logger: false,
    };
  }
}

const settled = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    start((error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });

/** A refused login or sender is the fault of the installation, and not of the recipient: it is not permanent. */
function toSmtpError(error: unknown): SmtpError {
  if (error instanceof SmtpError) return error;
  const { message, code, command, response, responseCode } = error as SMTPConnection.SMTPError;
  const isRefused = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  // Nodemailer sends no message that is larger than the server has announced to accept.
  const isTooLarge = code === 'EMESSAGE' && command === 'MAIL FROM';
  return new SmtpError(textOf(message, response, command), (isRefused && isAboutMessage) || isTooLarge);
}

/** The answer to a login is left out: servers may repeat what they were sent. */
function textOf(message: string, response: string | undefined, command: string | undefined): string {
  if (command?.startsWith('AUTH') === true) return 'The mail server refused the login.';
  return response === undefined || response === '' ? message : `${command ?? 'SMTP'}: ${response}`;
}
