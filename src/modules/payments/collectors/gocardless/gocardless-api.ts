import {
  replyTo,
  rowsAt,
  stringAt,
  type ProviderAccount,
  type ProviderHttp,
  type Reply,
} from '../../collector-kit';

const VERSION = '2015-07-06';

/** Sends requests in GoCardless's dialect: JSON under the name of the resource. */
export class GoCardlessApi {
  constructor(
    private readonly http: ProviderHttp,
    private readonly account: ProviderAccount,
  ) {}

  async get(path: string, query: Readonly<Record<string, string | number | null>> = {}): Promise<Reply> {
    const given = Object.entries(query).filter((it) => it[1] !== null);
    const text = given.map(([name, it]) => `${name}=${encodeURIComponent(it ?? '')}`).join('&');
    const full = text === '' ? path : `${path}?${text}`;
    const request = { method: 'GET', path: full, headers: this.headers(), body: null } as const;
    return replyTo(await this.http.send(request), { isRead: true, problemOf });
  }

  /** @param key a repetition is refused with 409, which names what the first request made */
  async post(path: string, body: object, key: string | null): Promise<Reply> {
    const headers = {
      ...this.headers(),
      'content-type': 'application/json',
      ...(key === null ? {} : { 'idempotency-key': key }),
    };
    const request = { method: 'POST', path, headers, body: JSON.stringify(body) } as const;
    return replyTo(await this.http.send(request), { isRead: false, problemOf });
  }

  private headers(): Record<string, string> {
    const { access_token: token = '' } = this.account.credentials;
    return { authorization: `Bearer ${token}`, 'gocardless-version': VERSION, accept: 'application/json' };
  }
}

/** Returns the id of what a request with the same key has made before; null unless that is the refusal. */
export function conflictOf(reply: Reply): string | null {
  if (reply.kind !== 'refused' || reply.status !== 409) return null;
  return stringAt(rowsAt(reply.body, 'error', 'errors')[0], 'links', 'conflicting_resource_id');
}

function problemOf(body: unknown): { code: string; reason: string } {
  const first = rowsAt(body, 'error', 'errors')[0];
  const code = stringAt(first, 'reason') ?? stringAt(body, 'error', 'type') ?? 'refused';
  const parts = [stringAt(first, 'field'), stringAt(first, 'message')].filter((it) => it !== null);
  const reason = parts.join(' ');
  return { code, reason: reason === '' ? 'GoCardless refused the request.' : reason };
}
