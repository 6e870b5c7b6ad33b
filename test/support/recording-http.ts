import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '../../src/modules/payments/collector-kit';

const DEADLINE_MS = 2_000;

/** Sends the requests of a collector to a provider on loopback, as the service would, and keeps them. */
export class RecordingHttp implements ProviderHttp {
  readonly sent: ProviderRequest[] = [];

  constructor(private readonly baseUrl: string) {}

  async send(request: ProviderRequest): Promise<ProviderAnswer> {
    this.sent.push(request);
    const { method, path, headers, body } = request;
    try {
      const response = await fetch(this.baseUrl + path, {
        method,
        headers: { ...headers, connection: 'close' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      return { kind: 'answered', status: response.status, body: await response.text() };
    } catch (error) {
      return { kind: 'lost', reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
