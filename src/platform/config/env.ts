import { Transform, Type, plainToInstance } from 'class-transformer';
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  IsUUID,
  Matches,
  Max,
  Min,
  MinLength,
  validateSync,
} from 'class-validator';
import { CELL_NAME } from '../cells/cell-tag';
import { IsDatabaseUrl } from './is-database-url';

const toBoolean = ({ value }: { value: unknown }): unknown =>
  ({ on: true, true: true, '1': true, off: false, false: false, '0': false })[String(value)] ?? value;

/** Declares a variable that is `on` or `off`. */
function Switch(): PropertyDecorator {
  return (target, property) => {
    Transform(toBoolean)(target, property);
    IsBoolean({ message: '$property must be on or off' })(target, property);
  };
}

/** Ports with commas between them. */
const PORTS = /^\s*\d{1,5}\s*(?:,\s*\d{1,5}\s*)*$/;
/** `name=url` with commas between them; a URL is a scheme, a host and a port, as that of a provider. */
const BASE_URLS =
  /^\s*[a-z][a-z0-9_]*=https?:\/\/[^\s,/=@]+\s*(?:,\s*[a-z][a-z0-9_]*=https?:\/\/[^\s,/=@]+\s*)*$/;
const BASE_URLS_FORMAT =
  '$property must be provider=URL pairs, separated by commas, such as stripe=http://127.0.0.1:4010; a URL has no path';
const PUBLIC_URL = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/** Variables without a default. */
const OPTIONAL = [
  'HOST',
  'SHUTDOWN_DELAY_MS',
  'TRUSTED_PROXIES',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'ADMIN_TOKEN',
  'DEFAULT_ORGANIZATION_ID',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEYS',
  'PUBLIC_URL',
  'STRIPE_WEBHOOK_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'GOCARDLESS_WEBHOOK_SECRET',
  'DODOPAYMENTS_WEBHOOK_SECRET',
  'MANUAL_WEBHOOK_SECRET',
  'WEBHOOK_ALLOWED_CIDRS',
  'WEBHOOK_ALLOWED_PORTS',
  'METRICS_PORT',
  'PROVIDER_BASE_URLS',
  'REDIS_URL',
  'SMTP_URL',
  'USAGE_STREAM',
  'CELL',
  'CELL_URL',
  'MAIL_FROM',
];

const KEY_LIST = /^\s*[A-Za-z0-9+/]{43}=(\s*,\s*[A-Za-z0-9+/]{43}=)*\s*$/;
const KEY_FORMAT = '$property must be 32 bytes in base64';
const KEYS_FORMAT =
  '$property must be keys of 32 bytes in base64, separated by commas, the current one first';

const CELL_FORMAT = '$property must have 1 to 10 lower-case letters and digits, such as eu1';

const REDIS_URL = { protocols: ['redis', 'rediss'], require_protocol: true, require_tld: false };

/**
 * Every environment variable that the service reads, with its default. docs/operations.md#configuration and
 * .env.example repeat this list; a test compares the three.
 */
export class Env {
  @IsIn(['development', 'test', 'production']) NODE_ENV = 'development';
  @IsIn(['all', 'api', 'worker']) ROLE = 'all';
  @IsOptional() @IsString() HOST?: string;
  @Type(() => Number) @IsInt() @Min(0) @Max(65535) PORT = 3000;
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) @Max(300_000) SHUTDOWN_DELAY_MS?: number;
  @Type(() => Number) @IsInt() @Min(1000) @Max(3_600_000) KEEP_ALIVE_TIMEOUT_MS = 75_000;
  @Type(() => Number) @IsInt() @Min(1000) @Max(300_000) HEADERS_TIMEOUT_MS = 10_000;
  @Type(() => Number) @IsInt() @Min(16) @Max(1_000_000) MAX_CONNECTIONS = 10_000;
  @Switch() READY_REQUIRES_WRITES = false;
  @IsOptional() @IsString() TRUSTED_PROXIES?: string;
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace']) LOG_LEVEL = 'info';
  @IsIn(['auto', 'json', 'pretty']) LOG_FORMAT = 'auto';

  @IsNotEmpty() @IsString() DATA_DIR = './.data';
  @IsOptional() @IsDatabaseUrl() DATABASE_URL?: string;
  @IsOptional() @IsDatabaseUrl() MIGRATION_DATABASE_URL?: string;
  @IsOptional() @IsDatabaseUrl() DATABASE_REPLICA_URL?: string;
  @Type(() => Number) @IsInt() @Min(100) @Max(60_000) DATABASE_REPLICA_MAX_LAG_MS = 2000;
  @Type(() => Number) @IsInt() @Min(8) @Max(500) DATABASE_POOL_SIZE = 20;
  @Type(() => Number) @IsInt() @Min(500) @Max(60_000) DATABASE_TIMEOUT_MS = 3500;

  @IsOptional() @MinLength(16) ADMIN_TOKEN?: string;
  @Switch() OPEN_REGISTRATION = false;
  @IsOptional() @Matches(/^[A-Za-z0-9+/]{43}=$/, { message: KEY_FORMAT }) ENCRYPTION_KEY?: string;
  @IsOptional() @Matches(KEY_LIST, { message: KEYS_FORMAT }) ENCRYPTION_KEYS?: string;

  @IsOptional() @IsUrl(PUBLIC_URL) PUBLIC_URL?: string;
  @IsOptional() @IsUUID() DEFAULT_ORGANIZATION_ID?: string;
  @IsOptional() @IsString() STRIPE_WEBHOOK_SECRET?: string;
  @IsOptional() @IsString() RAZORPAY_WEBHOOK_SECRET?: string;
  @IsOptional() @IsString() GOCARDLESS_WEBHOOK_SECRET?: string;
  @IsOptional() @IsString() DODOPAYMENTS_WEBHOOK_SECRET?: string;
  @IsOptional() @IsString() MANUAL_WEBHOOK_SECRET?: string;
  @IsOptional() @Matches(BASE_URLS, { message: BASE_URLS_FORMAT }) PROVIDER_BASE_URLS?: string;

  @Type(() => Number) @IsInt() @Min(0) @Max(20) WEBHOOK_MAX_RETRIES = 5;
  @Type(() => Number) @IsInt() @Min(100) @Max(120_000) WEBHOOK_TIMEOUT_MS = 15_000;
  @Type(() => Number) @IsInt() @Min(1) @Max(10_000) WEBHOOK_CONCURRENCY = 128;
  @Type(() => Number) @IsInt() @Min(1) @Max(1000) WEBHOOK_ENDPOINT_CONCURRENCY = 10;
  @Type(() => Number) @IsInt() @Min(0) @Max(10_000) WEBHOOK_HOST_CONCURRENCY = 200;
  @IsOptional() @IsString() WEBHOOK_ALLOWED_CIDRS?: string;
  @IsOptional() @Matches(PORTS) WEBHOOK_ALLOWED_PORTS?: string;
  @Switch() WEBHOOK_REQUIRE_HTTPS = false;
  @Type(() => Number) @IsInt() @Min(0) @Max(365) ENDPOINT_DISABLE_AFTER_DAYS = 0;
  @Switch() DOCS = true;
  @Switch() DASHBOARD = true;
  @IsIn(['queue', 'on_demand']) DOCUMENT_RENDERING = 'queue';
  @IsOptional() @IsString() SMTP_URL?: string;
  @IsOptional() @IsEmail({ require_tld: false }) MAIL_FROM?: string;
  @Type(() => Number) @IsInt() @Min(100) @Max(120_000) SMTP_TIMEOUT_MS = 30_000;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(65535) METRICS_PORT?: number;
  @Type(() => Number) @IsInt() @Min(1) @Max(36_500) RETENTION_DAYS = 90;
  @Type(() => Number) @IsInt() @Min(0) @Max(36_500) AUDIT_RETENTION_DAYS = 0;
  @Type(() => Number) @IsInt() @Min(0) @Max(36_500) USAGE_DEDUP_DAYS = 0;

  @Type(() => Number) @IsInt() @Min(0) @Max(1_000_000_000) EVENTS_RATE_LIMIT = 1000;
  @Type(() => Number) @IsInt() @Min(0) @Max(1_000_000_000) MAX_EVENTS_PER_MINUTE = 0;
  @Type(() => Number) @IsInt() @Min(0) @Max(1_000_000) MAX_WEBHOOK_ENDPOINTS = 200;
  @Type(() => Number) @IsInt() @Min(0) @Max(1_000_000) MAX_API_KEYS = 100;
  @Type(() => Number) @IsInt() @Min(0) @Max(1_000_000) MAX_IDEMPOTENCY_MB = 1024;
  @Type(() => Number) @IsInt() @Min(0) @Max(1_000_000_000) API_RATE_LIMIT = 0;
  @IsOptional() @IsUrl(REDIS_URL) REDIS_URL?: string;
  @IsOptional() @IsString() USAGE_STREAM?: string;
  @IsOptional() @Matches(CELL_NAME, { message: CELL_FORMAT }) CELL?: string;
  @IsOptional() @IsUrl(PUBLIC_URL) CELL_URL?: string;

  @Switch() TEST_CLOCK = false;
}

/** The environment is invalid. The message names variables and rules, never values. */
export class ConfigError extends Error {}

/** Parses and validates the environment; an empty or blank variable counts as absent, except for ADMIN_TOKEN. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  if (source.ADMIN_TOKEN?.trim() === '') {
    throw new ConfigError(
      'ADMIN_TOKEN is blank: perhaps a variable of a template was not set. Give it at least 16 characters, or remove it.',
    );
  }
  const known = Object.keys(new Env());
  const given = [...known, ...OPTIONAL].filter((name) => (source[name] ?? '').trim() !== '');
  const env = plainToInstance(Env, Object.fromEntries(given.map((name) => [name, source[name]])), {
    exposeDefaultValues: true,
  });
  const problems = validateSync(env, { validationError: { value: false, target: false } });
  if (problems.length > 0) {
    const lines = problems.map((it) => `  ${Object.values(it.constraints ?? {}).join('; ')}`);
    throw new ConfigError(`The configuration is invalid:\n${lines.join('\n')}`);
  }
  return env;
}
