import { replyTo, stringAt, type ProviderAccount, type ProviderHttp, type Reply } from '../../collector-kit';

/** Sends requests in the dialect of Dodo Payments: JSON, and no idempotency at all. */
export class DodoPaymentsApi {
  constructor(
    private readonly http: ProviderHttp,
    private readonly account: ProviderAccount,
  ) {}

  get(path: string, query: Readonly<Record<string, string | number | null>> = {}): Promise<Reply> {
    const given = Object.entries(query).filter((it) => it[1] !== null);
    const text = given.map(([name, it]) => `${name}=${encodeURIComponent(it ?? '')}`).join('&');
    return this.send('GET', text === '' ? path : `${path}?${text}`, null, true);
  }

  /** @param isRead whether it changes nothing, as a preview */
  post(path: string, body: object, isRead = false): Promise<Reply> {
    return this.send('POST', path, JSON.stringify(body), isRead);
  }

  delete(path: string): Promise<Reply> {
    return this.send('DELETE', path, null, false);
  }

  private async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: string | null,
    isRead: boolean,
  ): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${this.account.credentials.api_key ?? ''}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    };
    return replyTo(await this.http.send({ method, path, headers, body }), { isRead, problemOf });
  }
}

const problemOf = (body: unknown): { code: string; reason: string } => ({
  code: (stringAt(body, 'code') ?? 'refused').toLowerCase(),
  reason: stringAt(body, 'message') ?? 'Dodo Payments refused the request.',
});
