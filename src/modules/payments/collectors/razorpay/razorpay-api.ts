import { replyTo, stringAt, type ProviderAccount, type ProviderHttp, type Reply } from '../../collector-kit';

/** Sends requests in Razorpay's dialect: JSON, Basic authentication, no idempotency but of refunds. */
export class RazorpayApi {
  constructor(
    private readonly http: ProviderHttp,
    private readonly account: ProviderAccount,
  ) {}

  get(path: string, query: Readonly<Record<string, string | number | null>> = {}): Promise<Reply> {
    const given = Object.entries(query).filter((it) => it[1] !== null);
    const text = given.map(([name, it]) => `${name}=${encodeURIComponent(it ?? '')}`).join('&');
    return this.send('GET', text === '' ? path : `${path}?${text}`, null, {});
  }

  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  delete(path: string): Promise<Reply> {
    return this.send('DELETE', path, null, {});
  }

  private async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: string | null,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply> {
    const { key_id: id = '', key_secret: secret = '' } = this.account.credentials;
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const answer = await this.http.send({ method, path, body, headers: { authorization, ...headers } });
    return replyTo(answer, { isRead: method === 'GET', problemOf });
  }
}

/** Razorpay answers for an id that it does not know with 400 and this sentence. */
export const isUnknownId = (reply: Reply): boolean =>
  reply.kind === 'refused' && (reply.status === 404 || /does not exist/i.test(reply.reason));

function problemOf(body: unknown): { code: string; reason: string } {
  const reason = stringAt(body, 'error', 'reason');
  const code = reason === 'input_validation_failed' ? null : reason;
  return {
    code: code ?? stringAt(body, 'error', 'code') ?? 'refused',
    reason: stringAt(body, 'error', 'description') ?? 'Razorpay refused the request.',
  };
}
