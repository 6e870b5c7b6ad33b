import type { OutboundClient, OutboundOutcome } from '../../../platform/outbound';
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '../collector-kit';
import type { CallRecord } from './call-record';
import type { CallSubject } from './call-subject';
import type { Circuit } from './circuit';

interface Means {
  readonly client: OutboundClient;
  readonly record: CallRecord;
  readonly circuit: Circuit;
}

const OPEN = 'The provider has not answered lately; it is tried again within seconds.';
const LATE = 'The time for the call is over.';

/** Sends the requests of one call of a collector, under one deadline. */
export class TrackedHttp implements ProviderHttp {
  /** Whether a request that may have changed something was sent. */
  hasWritten = false;

  constructor(
    private readonly subject: CallSubject,
    private readonly means: Means,
    /** By performance.now(): providers live in real time, whatever the clock of the service says. */
    private readonly endsAt: number,
  ) {}

  async send(request: ProviderRequest): Promise<ProviderAnswer> {
    const { circuit, record } = this.means;
    if (performance.now() >= this.endsAt) return { kind: 'unsent', reason: LATE };
    if (!circuit.admits(performance.now())) return { kind: 'unsent', reason: OPEN };
    let result: 'success' | 'failure' | 'abandoned' = 'abandoned';
    try {
      const call = await record.begin(this.subject, request);
      const startedAt = performance.now();
      const answer = await this.exchange(request);
      result = isFailure(answer) ? 'failure' : 'success';
      await record.end(call, answer, Math.round(performance.now() - startedAt));
      return answer;
    } finally {
      circuit.report(result, performance.now());
    }
  }

  private async exchange({ method, path, headers, body }: ProviderRequest): Promise<ProviderAnswer> {
    const { organizationId, baseUrl } = this.subject;
    const outcome = await this.means.client.send({
      url: baseUrl + path,
      method,
      headers: { ...headers },
      body: Buffer.from(body ?? ''),
      onBehalfOf: organizationId,
      deadlineMs: Math.max(1, Math.ceil(this.endsAt - performance.now())),
      mayResend: false,
    });
    if (method !== 'GET' && outcome.sent) this.hasWritten = true;
    return answerOf(outcome);
  }
}

/** A success whose body did not end is no answer: what it said is unknown. */
function answerOf({
  sent,
  success,
  httpStatus,
  responseBody,
  errorMessage,
}: OutboundOutcome): ProviderAnswer {
  const reason = errorMessage ?? 'The provider did not answer.';
  if (!sent) return { kind: 'unsent', reason };
  if (httpStatus === null || (success && errorMessage !== null)) return { kind: 'lost', reason };
  return { kind: 'answered', status: httpStatus, body: responseBody ?? '' };
}

/** A provider that refuses is there; one that fails or is silent may be down. */
const isFailure = (answer: ProviderAnswer): boolean => answer.kind !== 'answered' || answer.status >= 500;
