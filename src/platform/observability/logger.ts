import type { EventEmitter } from 'node:events';
import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';

/** Fields that are redacted in case a secret is logged by mistake. */
const REDACTED = ['authorization', 'raw_key', 'secret', 'password', 'token', 'encryption_key'];

/**
 * Returns the loggable part of an error. Database errors also contain the values of the statement and of conflicting
 * rows, which must not be logged.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message: withCauses, stack } = pino.stdSerializers.err(error);
  const { cause } = error;
  const saysCause = cause instanceof Error && error.message.includes(cause.message);
  const message = saysCause ? error.message : withCauses;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { type, message, stack, code, constraint };
}

/** Writes one JSON object per line, or readable lines on a terminal. Never log secrets or bodies. */
export let logger: Logger = pino({ level: 'silent' });

/** Sets level and format once, at start-up. Until then nothing is logged, to keep tests quiet. */
export function configureLogger(options: { level: string; pretty: boolean }): void {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  const pretty = { ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l' };
  const output = options.pretty
    ? (pino.transport({ target: 'pino-pretty', options: pretty }) as DestinationStream & EventEmitter)
    : pino.destination(1);
  logger = pino(settings, output);
  // A closed terminal or a full disk must not end the service, which an 'error' event without a listener would.
  output.on('error', () => undefined);
}

/** Logs Nest's messages in the same format, and its routine messages at debug level. */
export class NestLogger implements LoggerService {
  log(message: unknown, context?: unknown): void {
    logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: unknown, context?: unknown): void {
    logger.error({ context, stack }, String(message));
  }
}
