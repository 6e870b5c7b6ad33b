import { replyTo, stringAt, type ProviderAccount, type ProviderHttp, type Reply } from '../../collector-kit';

/** The version whose fields are read here; the account's own default may be another. */
const VERSION = '2026-10-28.endive';

/** Sends requests in Stripe's dialect: forms, one key per effect. */
export class StripeApi {
  constructor(
    private readonly http: ProviderHttp,
    private readonly account: ProviderAccount,
  ) {}

  async get(path: string, query: Fields = {}): Promise<Reply> {
    const text = formOf(query);
    const answer = await this.http.send({
      method: 'GET',
      path: text === '' ? path : `${path}?${text}`,
      headers: this.headers(),
      body: null,
    });
    return replyTo(answer, { isRead: true, problemOf });
  }

  /**
   * @param key repeats with it are answered as the first time, also with 500; null for what is a no-op when repeated
   */
  async post(path: string, fields: Fields, key: string | null): Promise<Reply> {
    const answer = await this.http.send({
      method: 'POST',
      path,
      headers: {
        ...this.headers(),
        'content-type': 'application/x-www-form-urlencoded',
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: formOf(fields),
    });
    return replyTo(answer, { isRead: false, problemOf });
  }

  private headers(): Record<string, string> {
    return {
      authorization: `Bearer ${this.account.credentials.secret_key ?? ''}`,
      'stripe-version': VERSION,
    };
  }
}

type Value = string | number | bigint | boolean | null | Fields | readonly Value[];
export interface Fields {
  readonly [name: string]: Value;
}

/** Writes nested fields with brackets; null is left out. */
export function formOf(fields: Fields): string {
  return pairsOf(fields, null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function pairsOf(value: Value, name: string | null): [string, string][] {
  if (value === null) return [];
  if (typeof value !== 'object') return [[name ?? '', String(value)]];
  const entries: [string, Value][] = Array.isArray(value)
    ? value.map((it: Value, index) => [String(index), it])
    : Object.entries(value as Fields);
  return entries.flatMap(([key, it]) => pairsOf(it, name === null ? key : `${name}[${key}]`));
}

/** A decline has the reason of the bank as `decline_code`. */
function problemOf(body: unknown): { code: string; reason: string } {
  const error = (key: string): string | null => stringAt(body, 'error', key);
  const code = error('decline_code') ?? error('code') ?? error('type') ?? 'refused';
  return { code, reason: error('message') ?? 'Stripe refused the request.' };
}
