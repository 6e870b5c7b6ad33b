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
  Matches,
  Max,
  Min,
  MinLength,
  validateSync,
  type ValidationError,
} from 'class-validator';

const toBoolean = ({ value }: { value: unknown }): unknown =>
  ({ on: true, true: true, '1': true, off: false, false: false, '0': false })[String(value)] ?? value;

const DATABASE_URL = { protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false };
const PUBLIC_URL = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/** Variables without a default value here; config.ts derives some of their defaults. */
const OPTIONAL = [
  'HOST',
  'SHUTDOWN_DELAY_MS',
  'DATABASE_URL',
  'ADMIN_TOKEN',
  'ENCRYPTION_KEY',
  'PUBLIC_URL',
  'STRIPE_WEBHOOK_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'GOCARDLESS_WEBHOOK_SECRET',
  'DODOPAYMENTS_WEBHOOK_SECRET',
  'MANUAL_WEBHOOK_SECRET',
  'WEBHOOK_ALLOWED_CIDRS',
  'REDIS_URL',
  'SMTP_URL',
  'SMTP_FROM',
];

const SMTP_URL = { protocols: ['smtp', 'smtps'], require_protocol: true, require_tld: false };
const REDIS_URL = { protocols: ['redis', 'rediss'], require_protocol: true, require_tld: false };

/**
 * Every environment variable that the service reads, with its default. A test compares this list with
 * docs/operations.md#configuration and .env.example.
 */
export class Env {
  @IsIn(['development', 'test', 'production']) NODE_ENV = 'development';
  @IsIn(['all', 'api', 'worker']) ROLE = 'all';
  @IsOptional() @IsString() HOST?: string;
  @Type(() => Number) @IsInt() @Min(0) @Max(65535) PORT = 3000;
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) @Max(15_000) SHUTDOWN_DELAY_MS?: number;
  @Type(() => Number) @IsInt() @Min(1000) @Max(3_600_000) KEEP_ALIVE_TIMEOUT_MS = 75_000;
  @Transform(toBoolean) @IsBoolean() READY_REQUIRES_WRITES = false;
  @Type(() => Number) @IsInt() @Min(50) @Max(60_000) EXTENSION_TIMEOUT_MS = 5_000;
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace']) LOG_LEVEL = 'info';
  @IsIn(['auto', 'json', 'pretty']) LOG_FORMAT = 'auto';

  @IsNotEmpty() @IsString() DATA_DIR = './.data';
  @IsOptional()
  @IsUrl(DATABASE_URL, { message: 'must be a URL such as postgres://user:password@host:5432/billing' })
  DATABASE_URL?: string;
  @Type(() => Number) @IsInt() @Min(8) @Max(500) DATABASE_POOL_SIZE = 20;
  @Type(() => Number) @IsInt() @Min(500) @Max(60_000) DATABASE_TIMEOUT_MS = 3500;

  @IsOptional() @MinLength(16) ADMIN_TOKEN?: string;
  @IsOptional()
  @Matches(/^[A-Za-z0-9+/]{43}=$/, {
    message: 'must be 32 random bytes in base64, for example from `openssl rand -base64 32`',
  })
  ENCRYPTION_KEY?: string;

  @IsOptional()
  @IsUrl(PUBLIC_URL, { message: 'must be a URL such as https://billing.example.com' })
  PUBLIC_URL?: string;
  @IsOptional() @IsString() STRIPE_WEBHOOK_SECRET?: string;
  @IsOptional() @IsString() RAZORPAY_WEBHOOK_SECRET?: string;
  @IsOptional() @IsString() GOCARDLESS_WEBHOOK_SECRET?: string;
  @IsOptional() @IsString() DODOPAYMENTS_WEBHOOK_SECRET?: string;
  @IsOptional() @IsString() MANUAL_WEBHOOK_SECRET?: string;

  @Type(() => Number) @IsInt() @Min(0) @Max(20) WEBHOOK_MAX_RETRIES = 5;
  @Type(() => Number) @IsInt() @Min(100) @Max(120_000) WEBHOOK_TIMEOUT_MS = 15_000;
  @Type(() => Number) @IsInt() @Min(1) @Max(10_000) WEBHOOK_CONCURRENCY = 128;
  @Type(() => Number) @IsInt() @Min(1) @Max(1000) WEBHOOK_ENDPOINT_CONCURRENCY = 10;
  @IsOptional() @IsString() WEBHOOK_ALLOWED_CIDRS?: string;
  @Type(() => Number) @IsInt() @Min(1) @Max(36_500) RETENTION_DAYS = 90;

  @Transform(toBoolean) @IsBoolean() DOCUMENT_DRAWING = true;

  @IsOptional()
  @IsUrl(SMTP_URL, { message: 'must be a URL such as smtp://user:password@host:587' })
  SMTP_URL?: string;
  @IsOptional()
  @IsEmail({}, { message: 'must be an e-mail address without a name' })
  SMTP_FROM?: string;
  @Type(() => Number) @IsInt() @Min(100) @Max(60_000) SMTP_TIMEOUT_MS = 30_000;

  @Type(() => Number) @IsInt() @Min(0) @Max(1_000_000_000) EVENTS_RATE_LIMIT = 1000;
  @IsOptional() @IsUrl(REDIS_URL, { message: 'must be a URL such as redis://host:6379' }) REDIS_URL?: string;

  @Transform(toBoolean) @IsBoolean() TEST_CLOCK = false;
  @Transform(toBoolean) @IsBoolean() DASHBOARD = true;
}

/** The environment is invalid. The message names variables and the rules they break, never values. */
export class ConfigError extends Error {}

/** Parses and validates the environment. Treats an empty or blank variable as unset. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const known = Object.keys(new Env());
  const given = [...known, ...OPTIONAL].filter((name) => (source[name] ?? '').trim() !== '');
  const env = plainToInstance(Env, Object.fromEntries(given.map((name) => [name, source[name]])), {
    exposeDefaultValues: true,
  });
  const problems = validateSync(env, { validationError: { value: false, target: false } });
  if (problems.length > 0) {
    const lines = problems.map((it) => `  ${it.property} ${ruleOf(it)}`);
    throw new ConfigError(`Invalid configuration:\n${lines.join('\n')}`);
  }
  return env;
}

/** Returns what is wrong with a variable. A value that is not a number also breaks the rules for its bounds. */
function ruleOf({ property, constraints = {} }: ValidationError): string {
  if ('isBoolean' in constraints) return 'must be on or off';
  if ('isInt' in constraints) return 'must be a whole number';
  return Object.values(constraints)
    .map((it) => it.replace(`${property} `, ''))
    .join('; ');
}
