import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { LOGIN_HINT, UsageError } from './failure.js';
import { readJson, writePrivately } from './files.js';

export const DEFAULT_URL = 'http://localhost:3000';

/** Where the service is, and the key for it. */
export interface Credentials {
  url: string;
  apiKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of the user: the environment, and a folder with what `billing login` stored. */
export class Settings {
  readonly folder: string;
  private readonly file: string;

  constructor(private readonly env: Environment) {
    this.folder = configFolder(env);
    this.file = join(this.folder, 'credentials.json');
  }

  /** @throws UsageError if no user is logged in */
  credentials(): Credentials {
    const apiKey = this.given('BILLING_API_KEY') ?? this.stored().apiKey;
    if (apiKey === undefined) throw new UsageError(`You are not logged in. ${LOGIN_HINT}`);
    return { url: this.url(), apiKey };
  }

  url(): string {
    return this.given('BILLING_URL') ?? this.stored().url ?? DEFAULT_URL;
  }

  /** Whether a variable of the environment replaces the stored key. */
  get isKeyFromEnvironment(): boolean {
    return this.given('BILLING_API_KEY') !== undefined;
  }

  store({ url, apiKey }: Credentials): void {
    writePrivately(this.file, `${JSON.stringify({ url, api_key: apiKey }, null, 2)}\n`);
  }

  private stored(): Partial<Credentials> {
    const content = readJson(this.file);
    if (typeof content !== 'object' || content === null) return {};
    const { url, api_key: apiKey } = content as { url?: unknown; api_key?: unknown };
    return {
      ...(typeof url === 'string' ? { url } : {}),
      ...(typeof apiKey === 'string' ? { apiKey } : {}),
    };
  }

  /** An empty variable counts as absent, as in shells and CI systems. */
  private given(name: string): string | undefined {
    const value = this.env[name];
    return value === '' ? undefined : value;
  }
}

/** The XDG base directory specification ignores relative paths. */
function configFolder(env: Environment): string {
  const base = env['XDG_CONFIG_HOME'];
  const isValid = base !== undefined && isAbsolute(base);
  return join(isValid ? base : join(env['HOME'] ?? homedir(), '.config'), 'billing');
}
