import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';

/** Names under which a secret could reach a log line by mistake. */
const REDACTED = ['authorization', 'raw_key', 'secret', 'password', 'token', 'encryption_key'];

/**
 * What is logged of an error. Nothing else of it: one from the database carries the values of its statement, and those
 * of the row that was in the way.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { type, message, stack, code, constraint };
}

/** Structured log: one JSON object a line (or readable lines on a terminal), without secrets or bodies. */
export let logger: Logger = pino({ level: 'silent' });

/** Sets level and form once, at start-up. Until then nothing is logged, so that tests stay quiet. */
export function configureLogger(options: { level: string; pretty: boolean }): void {
  logger = pino({
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    ...(options.pretty
      ? {
          transport: {
            target: 'pino-pretty',
            options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l' },
          },
        }
      : {}),
  });
}

/** Gives Nest's own messages the same form. Its routine start-up chatter is debug. */
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
