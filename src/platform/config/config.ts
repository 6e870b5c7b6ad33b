import { resolve } from 'node:path';
import { ClientAddress } from '../http/client-address';
import { AddressPolicy } from '../outbound/address-policy';
import { encryptionKeys, splitKeys } from '../secrets/encryption-keys';
import { ConfigError, parseEnv, type Env } from './env';
import { cellSettings, type CellSettings } from './cell-settings';
import { mailSettings, type MailSettings } from './mail-settings';
import { paymentWebhookSecrets } from './payment-webhook-secrets';
import { retentionSettings, type RetentionSettings } from './retention-settings';
import { replicaSettings, type ReplicaSettings } from './replica-settings';
import { usageStreamSettings, type UsageStreamSettings } from './usage-stream-settings';

/** Which part of the service a process runs. */
export type Role = 'all' | 'api' | 'worker';

/** The configuration: read once, validated, frozen. */
export interface Config extends RetentionSettings, CellSettings {
  readonly production: boolean;
  readonly role: Role;
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** How long a stopping process still serves, not ready, so that load balancers notice. */
    readonly shutdownDelayMs: number;
    /** How long an idle connection stays open. */
    readonly keepAliveTimeoutMs: number;
    /** Deadline for receiving the headers of a request. */
    readonly headersTimeoutMs: number;
    readonly maxConnections: number;
    /** Requests per minute of an organization to the whole API but the ingestion routes; 0: unlimited. */
    readonly rateLimit: number;
    /** Whether a database that refuses writes makes the process not ready. */
    readonly readyRequiresWrites: boolean;
    /** Proxies whose X-Forwarded-For is believed: see ClientAddress. */
    readonly trustedProxies: readonly string[];
  };
  readonly log: { readonly level: string; readonly pretty: boolean };
  readonly dataDir: string;
  readonly database: {
    /** Null: the embedded server in `dataDir`. */
    readonly url: string | null;
    /** Of the login that owns the schema, for migrations; null: `url`. */
    readonly migrationUrl: string | null;
    /** Null: the primary serves everything. */
    readonly replica: ReplicaSettings | null;
    readonly poolSize: number;
    /** Deadline of a statement or connection attempt before the response is 503, in milliseconds. */
    readonly timeoutMs: number;
  };
  /** Public URL of the service, without a trailing slash; null: the address of each request. */
  readonly publicUrl: string | null;
  /** Webhook secrets of payment providers by name, of the organization `defaultOrganizationId`. */
  readonly paymentWebhookSecrets: Readonly<Record<string, string>>;
  readonly defaultOrganizationId: string | null;
  /** Base URLs of payment providers by name, in place of their own: those of a sandbox. Empty in production. */
  readonly providerBaseUrls: Readonly<Record<string, string>>;
  /** Null: there are no admin operations, and anyone can create an organization. */
  readonly adminToken: string | null;
  /** Whether anyone can create an organization in spite of an admin token, or in production without one. */
  readonly openRegistration: boolean;
  /** 32 bytes in base64 each, the current one first; null only with the embedded server, which has a key of its own. */
  readonly encryptionKeys: readonly string[] | null;
  readonly webhooks: {
    readonly maxRetries: number;
    readonly timeoutMs: number;
    readonly concurrency: number;
    readonly endpointConcurrency: number;
    /** Attempts in flight to a host for one organization, per process; 0: unlimited. */
    readonly hostConcurrency: number;
    readonly allowedCidrs: readonly string[];
    /** The only ports that deliveries are sent to; null: all but the blocked ones. */
    readonly allowedPorts: readonly number[] | null;
    readonly requireHttps: boolean;
    /** Days of failures after which an endpoint is deactivated; 0: never. */
    readonly disableAfterDays: number;
  };
  /** Limits of each organization; 0: unlimited. */
  readonly quotas: {
    readonly webhookEndpoints: number;
    readonly apiKeys: number;
    /** Size of the responses that are stored for an Idempotency-Key, in bytes. */
    readonly idempotencyBytes: number;
    readonly eventsPerMinute: number;
  };
  readonly events: {
    /** Requests per minute of an organization to the two ingestion routes; 0: unlimited. */
    readonly rateLimit: number;
  };
  /** Null: usage events arrive over HTTP only. */
  readonly usageStream: UsageStreamSettings | null;
  /** Where processes share the counts of rate limits; null: each process counts separately. */
  readonly redisUrl: string | null;
  readonly testClock: boolean;
  /** Whether documents are rendered by a job as soon as they are final, or when somebody asks for them. */
  readonly documentRendering: 'queue' | 'on_demand';
  /** Null: the service sends no e-mail. */
  readonly mail: MailSettings | null;
  /** Whether the API description and Swagger UI are served. */
  readonly docs: boolean;
  /** Whether the dashboard is served. */
  readonly dashboard: boolean;
  /** The port of the metrics; null: the public one. */
  readonly metricsPort: number | null;
}

/** Dependency-injection token of the configuration. */
export const CONFIG = Symbol('CONFIG');

/** In production: two checks of a load balancer that looks every 2 s, and their responses. */
const SHUTDOWN_DELAY_MS = 5_000;
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** @throws ConfigError that names each wrong variable and the rule it breaks, never its value. */
export function loadConfig(source: Record<string, string | undefined> = process.env): Config {
  const env = parseEnv(source);
  const production = env.NODE_ENV === 'production';
  const allowedCidrs = env.WEBHOOK_ALLOWED_CIDRS?.split(',').map((it) => it.trim());
  assertConsistent(env, production, allowedCidrs ?? []);
  return Object.freeze<Config>({
    production,
    role: env.ROLE as Role,
    http: httpSettings(env, production),
    log: logSettings(env),
    dataDir: resolve(env.DATA_DIR),
    database: {
      url: env.DATABASE_URL ?? null,
      migrationUrl: env.MIGRATION_DATABASE_URL ?? null,
      replica: replicaSettings(env),
      poolSize: env.DATABASE_POOL_SIZE,
      timeoutMs: env.DATABASE_TIMEOUT_MS,
    },
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    paymentWebhookSecrets: paymentWebhookSecrets(env),
    defaultOrganizationId: env.DEFAULT_ORGANIZATION_ID?.toLowerCase() ?? null,
    providerBaseUrls: providerBaseUrls(env),
    adminToken: env.ADMIN_TOKEN ?? null,
    openRegistration: env.OPEN_REGISTRATION,
    encryptionKeys: encryptionKeysOf(env),
    webhooks: webhookSettings(env, production, allowedCidrs),
    ...retentionSettings(env),
    quotas: quotasOf(env),
    events: { rateLimit: env.EVENTS_RATE_LIMIT },
    ...cellSettings(env),
    usageStream: usageStreamSettings(env),
    redisUrl: env.REDIS_URL ?? null,
    testClock: env.TEST_CLOCK,
    documentRendering: env.DOCUMENT_RENDERING as Config['documentRendering'],
    mail: mailSettings(env),
    docs: env.DOCS,
    dashboard: env.DASHBOARD,
    metricsPort: env.METRICS_PORT ?? null,
  });
}

function webhookSettings(
  env: Env,
  production: boolean,
  allowedCidrs: string[] | undefined,
): Config['webhooks'] {
  return {
    maxRetries: env.WEBHOOK_MAX_RETRIES,
    timeoutMs: env.WEBHOOK_TIMEOUT_MS,
    concurrency: env.WEBHOOK_CONCURRENCY,
    endpointConcurrency: env.WEBHOOK_ENDPOINT_CONCURRENCY,
    hostConcurrency: env.WEBHOOK_HOST_CONCURRENCY,
    allowedCidrs: allowedCidrs ?? (production ? [] : LOOPBACK),
    allowedPorts: env.WEBHOOK_ALLOWED_PORTS?.split(',').map(Number) ?? null,
    requireHttps: env.WEBHOOK_REQUIRE_HTTPS,
    disableAfterDays: env.ENDPOINT_DISABLE_AFTER_DAYS,
  };
}

function quotasOf(env: Env): Config['quotas'] {
  return {
    webhookEndpoints: env.MAX_WEBHOOK_ENDPOINTS,
    apiKeys: env.MAX_API_KEYS,
    idempotencyBytes: env.MAX_IDEMPOTENCY_MB * 1024 ** 2,
    eventsPerMinute: env.MAX_EVENTS_PER_MINUTE,
  };
}

/** Whether an organization can be created without the admin token. */
export function isRegistrationOpen(config: Pick<Config, 'adminToken' | 'openRegistration'>): boolean {
  return config.adminToken === null || config.openRegistration;
}

/**
 * Checks what only a process that serves requests needs; `npm run migrate` runs with less.
 *
 * @throws ConfigError
 */
export function assertServable(config: Config): void {
  if (
    config.production &&
    config.role !== 'worker' &&
    config.adminToken === null &&
    !config.openRegistration
  ) {
    throw new ConfigError(
      'ADMIN_TOKEN is required with NODE_ENV=production: creating an organization and the admin operations need it. ' +
        'Set at least 16 random characters, e.g. from `openssl rand -hex 24`, or let anyone who reaches the port create ' +
        'organizations with OPEN_REGISTRATION=on.',
    );
  }
  if (config.database.migrationUrl !== null && config.database.url === null) {
    throw new ConfigError(
      'DATABASE_URL is required with MIGRATION_DATABASE_URL: the URL of the login of the service, on the same database.',
    );
  }
  const names = Object.keys(config.paymentWebhookSecrets).map((it) => `${it.toUpperCase()}_WEBHOOK_SECRET`);
  if (names.length > 0 && config.defaultOrganizationId === null) {
    throw new ConfigError(
      `DEFAULT_ORGANIZATION_ID is required with ${names.join(' and ')}: the id of the organization whose payments the ` +
        'secret confirms. Better give each organization a secret of its own with PUT /v1/payment_providers/{provider}.',
    );
  }
}

function logSettings({ LOG_LEVEL: level, LOG_FORMAT: format }: Env): Config['log'] {
  return { level, pretty: format === 'pretty' || (format === 'auto' && process.stdout.isTTY) };
}

function httpSettings(env: Env, production: boolean): Config['http'] {
  return {
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: env.PORT,
    // A worker has no clients that a load balancer would have to move.
    shutdownDelayMs:
      env.ROLE === 'worker' ? 0 : (env.SHUTDOWN_DELAY_MS ?? (production ? SHUTDOWN_DELAY_MS : 0)),
    keepAliveTimeoutMs: env.KEEP_ALIVE_TIMEOUT_MS,
    headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    maxConnections: env.MAX_CONNECTIONS,
    rateLimit: env.API_RATE_LIMIT,
    readyRequiresWrites: env.READY_REQUIRES_WRITES,
    trustedProxies: listOf(env.TRUSTED_PROXIES),
  };
}

function providerBaseUrls({ PROVIDER_BASE_URLS: text }: Env): Record<string, string> {
  if (text === undefined) return {};
  const pairs = listOf(text).map((it): [string, string] => {
    const end = it.indexOf('=');
    return [it.slice(0, end), it.slice(end + 1)];
  });
  return Object.fromEntries(pairs);
}

/** Returns the keys of ENCRYPTION_KEYS, then ENCRYPTION_KEY; null without both. @throws ConfigError for a weak current one */
function encryptionKeysOf(env: Env): string[] | null {
  const keys = splitKeys(`${env.ENCRYPTION_KEYS ?? ''},${env.ENCRYPTION_KEY ?? ''}`);
  if (keys.length === 0) return null;
  try {
    encryptionKeys(keys);
  } catch (error) {
    const name = env.ENCRYPTION_KEYS === undefined ? 'ENCRYPTION_KEY' : 'ENCRYPTION_KEYS';
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
  return keys;
}

function assertConsistent(env: Env, production: boolean, allowedCidrs: string[]): void {
  if (env.DATABASE_URL !== undefined && encryptionKeysOf(env) === null) {
    throw new ConfigError(
      'ENCRYPTION_KEYS is required with DATABASE_URL: 32 random bytes in base64, e.g. from `openssl rand -base64 32`. ' +
        'It encrypts signing secrets. Back it up: without it the secrets in the database cannot be decrypted.',
    );
  }
  if (env.TEST_CLOCK && production) {
    throw new ConfigError(
      'TEST_CLOCK=on is not allowed with NODE_ENV=production: any API key could move the time of the service',
    );
  }
  if (env.TEST_CLOCK && env.ROLE !== 'all') {
    throw new ConfigError(
      'TEST_CLOCK=on requires ROLE=all: only the process that serves the call knows the new time',
    );
  }
  if (env.PROVIDER_BASE_URLS !== undefined && production) {
    throw new ConfigError(
      'PROVIDER_BASE_URLS is not allowed with NODE_ENV=production: payments would not reach their providers',
    );
  }
  try {
    new AddressPolicy(allowedCidrs);
  } catch (error) {
    throw new ConfigError(`WEBHOOK_ALLOWED_CIDRS: ${(error as Error).message}`);
  }
  try {
    new ClientAddress(listOf(env.TRUSTED_PROXIES));
  } catch (error) {
    throw new ConfigError(`TRUSTED_PROXIES: ${(error as Error).message}`);
  }
}

const listOf = (text: string | undefined): string[] => text?.split(',').map((it) => it.trim()) ?? [];
