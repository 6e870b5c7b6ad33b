import { resolve } from 'node:path';
import { AddressPolicy } from '../outbound/address-policy';
import { ConfigError, parseEnv, type Env } from './env';

/** `api` serves requests, `worker` runs deliveries and jobs, `all` does both. */
export type Role = 'all' | 'api' | 'worker';

/** The validated configuration, read once at start-up and frozen. */
export interface Config {
  readonly production: boolean;
  readonly role: Role;
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** How long a stopping process keeps serving requests after it reports not ready. */
    readonly shutdownDelayMs: number;
    /** How long an idle connection stays open; must exceed the idle timeout of the load balancer. */
    readonly keepAliveTimeoutMs: number;
    /** Whether `/health/ready` returns 503 while the database refuses writes. */
    readonly readyRequiresWrites: boolean;
  };
  readonly log: { readonly level: string; readonly pretty: boolean };
  readonly dataDir: string;
  readonly database: {
    /** Null to use the embedded server in `dataDir`. */
    readonly url: string | null;
    readonly poolSize: number;
    /** Deadline of a statement or connection attempt; that of a request is half a second later. */
    readonly timeoutMs: number;
  };
  /** Public URL of the service, without a trailing slash; null to use the address of each request. */
  readonly publicUrl: string | null;
  /** Webhook secrets by payment provider; used only while there is exactly one organization. */
  readonly paymentWebhookSecrets: Readonly<Record<string, string>>;
  readonly adminToken: string | null;
  /** 32 bytes in base64; null only with the embedded server, which has its own key. */
  readonly encryptionKey: string | null;
  readonly webhooks: {
    readonly maxRetries: number;
    readonly timeoutMs: number;
    /** Fast slots of a worker. */
    readonly concurrency: number;
    /** Slow slots of a worker, beside the fast ones: a slow request takes a socket but no CPU time. */
    readonly slowConcurrency: number;
    readonly endpointConcurrency: number;
    readonly allowedCidrs: readonly string[];
  };
  readonly retentionDays: number;
  /** Whether this process draws documents in the background, if its role runs jobs. */
  readonly documentDrawing: boolean;
  /** The mail server; null to send no e-mails. */
  readonly mail: {
    readonly url: string;
    /** Address of the sender. */
    readonly from: string;
    /** How long an attempt waits for each reply. */
    readonly timeoutMs: number;
  } | null;
  readonly events: {
    /** Requests per minute that an organization may send to the two ingestion routes; 0 for no limit. */
    readonly rateLimit: number;
    /** Redis in which processes share the counts of rate limits; null to count per process. */
    readonly redisUrl: string | null;
  };
  /** Time limit of one call of an extension. */
  readonly extensionTimeoutMs: number;
  readonly testClock: boolean;
  /** Whether this process serves the dashboard, if its role serves the API. */
  readonly dashboard: boolean;
}

/** Dependency-injection token of the configuration. */
export const CONFIG = Symbol('CONFIG');

/** Default in production: long enough for a load balancer that probes every 2 s to see two failed probes. */
const SHUTDOWN_DELAY_MS = 5_000;
const SLOW_PER_FAST = 10;
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/**
 * Reads and validates the configuration.
 * @throws ConfigError that names each wrong variable and the rule it breaks, never its value
 */
export function loadConfig(source: Record<string, string | undefined> = process.env): Config {
  const env = parseEnv(source);
  const production = env.NODE_ENV === 'production';
  const allowedCidrs = env.WEBHOOK_ALLOWED_CIDRS?.split(',').map((it) => it.trim());
  assertConsistent(env, production, allowedCidrs ?? []);
  return Object.freeze<Config>({
    production,
    role: env.ROLE as Role,
    http: httpSettings(env, production),
    log: {
      level: env.LOG_LEVEL,
      pretty: env.LOG_FORMAT === 'pretty' || (env.LOG_FORMAT === 'auto' && process.stdout.isTTY),
    },
    dataDir: resolve(env.DATA_DIR),
    database: {
      url: env.DATABASE_URL ?? null,
      poolSize: env.DATABASE_POOL_SIZE,
      timeoutMs: env.DATABASE_TIMEOUT_MS,
    },
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    paymentWebhookSecrets: paymentWebhookSecrets(env),
    adminToken: env.ADMIN_TOKEN ?? null,
    encryptionKey: env.ENCRYPTION_KEY ?? null,
    webhooks: {
      maxRetries: env.WEBHOOK_MAX_RETRIES,
      timeoutMs: env.WEBHOOK_TIMEOUT_MS,
      concurrency: env.WEBHOOK_CONCURRENCY,
      slowConcurrency: env.WEBHOOK_CONCURRENCY * SLOW_PER_FAST,
      endpointConcurrency: env.WEBHOOK_ENDPOINT_CONCURRENCY,
      allowedCidrs: allowedCidrs ?? (production ? [] : LOOPBACK),
    },
    retentionDays: env.RETENTION_DAYS,
    documentDrawing: env.DOCUMENT_DRAWING,
    mail: mailSettings(env),
    events: { rateLimit: env.EVENTS_RATE_LIMIT, redisUrl: env.REDIS_URL ?? null },
    extensionTimeoutMs: env.EXTENSION_TIMEOUT_MS,
    testClock: env.TEST_CLOCK,
    dashboard: env.DASHBOARD && env.ROLE !== 'worker',
  });
}

function mailSettings({ SMTP_URL: url, SMTP_FROM: from, PUBLIC_URL, SMTP_TIMEOUT_MS }: Env): Config['mail'] {
  if (url === undefined) return null;
  if (from === undefined || PUBLIC_URL === undefined) {
    throw new ConfigError(
      'SMTP_URL requires SMTP_FROM, the address of the sender, and PUBLIC_URL, because e-mails contain links',
    );
  }
  return { url, from, timeoutMs: SMTP_TIMEOUT_MS };
}

function httpSettings(env: Env, production: boolean): Config['http'] {
  const delayMs = env.SHUTDOWN_DELAY_MS ?? (production ? SHUTDOWN_DELAY_MS : 0);
  return {
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: env.PORT,
    shutdownDelayMs: env.ROLE === 'worker' ? 0 : delayMs, // no load balancer sends requests to a worker
    keepAliveTimeoutMs: env.KEEP_ALIVE_TIMEOUT_MS,
    readyRequiresWrites: env.READY_REQUIRES_WRITES,
  };
}

function paymentWebhookSecrets(env: Env): Record<string, string> {
  const secrets = {
    stripe: env.STRIPE_WEBHOOK_SECRET,
    razorpay: env.RAZORPAY_WEBHOOK_SECRET,
    gocardless: env.GOCARDLESS_WEBHOOK_SECRET,
    dodopayments: env.DODOPAYMENTS_WEBHOOK_SECRET,
    manual: env.MANUAL_WEBHOOK_SECRET,
  };
  const given = Object.entries(secrets).filter((it): it is [string, string] => it[1] !== undefined);
  return Object.fromEntries(given);
}

function assertConsistent(env: Env, production: boolean, allowedCidrs: string[]): void {
  if (env.DATABASE_URL !== undefined && env.ENCRYPTION_KEY === undefined) {
    throw new ConfigError(
      'ENCRYPTION_KEY is required with DATABASE_URL: 32 random bytes in base64, for example from `openssl rand -base64 32`. ' +
        'It encrypts signing secrets; keep it as safe as the database.',
    );
  }
  if (env.TEST_CLOCK && production) {
    throw new ConfigError(
      'TEST_CLOCK=on lets API calls move the time, so it is refused with NODE_ENV=production',
    );
  }
  if (env.TEST_CLOCK && env.ROLE !== 'all') {
    throw new ConfigError('TEST_CLOCK=on requires ROLE=all, because only one process knows the moved time');
  }
  try {
    new AddressPolicy(allowedCidrs);
  } catch (error) {
    throw new ConfigError(`WEBHOOK_ALLOWED_CIDRS: ${(error as Error).message}`);
  }
}
