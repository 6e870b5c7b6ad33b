import type { CallResult, DisputePage } from './payment-collector';
import type { ProviderAnswer } from './provider-http';

/** Code and sentence of a refusal, in the provider's words. */
export interface Problem {
  readonly code: string;
  readonly reason: string;
}

/** What an answer means, whatever it is about. */
export type Reply =
  | { kind: 'ok'; body: unknown }
  | { kind: 'refused'; status: number; code: string; reason: string; body: unknown }
  | { kind: 'unavailable'; reason: string }
  | { kind: 'unknown'; reason: string };

export type FailedReply = Exclude<Reply, { kind: 'ok' }>;

/**
 * Interprets an answer. Of a request that only reads, everything but a good answer or a refusal leaves things as they
 * are, so it is `unavailable`; of one that changes something it is `unknown`, unless nothing was sent, or the provider
 * says that it did nothing (429).
 */
export function replyTo(
  answer: ProviderAnswer,
  { isRead, problemOf }: { isRead: boolean; problemOf: (body: unknown) => Problem },
): Reply {
  const unclear = (reason: string): Reply => ({ kind: isRead ? 'unavailable' : 'unknown', reason });
  if (answer.kind === 'unsent') return { kind: 'unavailable', reason: answer.reason };
  if (answer.kind === 'lost') return unclear(answer.reason);
  const { status } = answer;
  if (status === 429)
    return { kind: 'unavailable', reason: 'The provider limits the rate of requests (429).' };
  if (status < 200 || status >= 500 || (status >= 300 && status < 400)) {
    return unclear(`The provider answered with ${status}.`);
  }
  const body = parsed(answer.body);
  if (status >= 400) return { kind: 'refused', status, ...problemOf(body), body };
  return body === undefined ? unclear('The answer of the provider is not JSON.') : { kind: 'ok', body };
}

export const done = <T>(value: T): CallResult<T> => ({ kind: 'done', value });

export const rejected = (code: string, reason: string): CallResult<never> => ({
  kind: 'rejected',
  code,
  reason,
  isAboutCredentials: false,
});

/** Returns the result of a call that did not succeed. */
export function failed(reply: FailedReply): CallResult<never> {
  if (reply.kind !== 'refused') return reply;
  const { code, reason, status } = reply;
  return { kind: 'rejected', code, reason, isAboutCredentials: status === 401 || status === 403 };
}

/** Reads the body of a good reply. */
export function resultOf<T>(reply: Reply, read: (body: unknown) => T): CallResult<T> {
  return reply.kind === 'ok' ? done(read(reply.body)) : failed(reply);
}

/**
 * Returns what a question about one object came to. Only "there is none" is a rejection: whoever asks takes the object
 * for dead then.
 */
export function readResult(reply: FailedReply, missing: readonly number[] = [404]): CallResult<never> {
  if (reply.kind === 'unknown') return { kind: 'unavailable', reason: reply.reason };
  if (reply.kind === 'refused' && !missing.includes(reply.status) && ![401, 403].includes(reply.status)) {
    return { kind: 'unavailable', reason: reply.reason };
  }
  return failed(reply);
}

/** Reads a page of disputes. Credentials that may collect, but not list disputes, learn of them from notifications. */
export function disputesIn(reply: Reply, read: (body: unknown) => DisputePage): CallResult<DisputePage> {
  if (reply.kind === 'refused' && reply.status !== 401) return done({ disputes: [], next: null });
  return reply.kind === 'ok' ? done(read(reply.body)) : readResult(reply, []);
}

/** Whether the refusal says that there is no such object. */
export const isMissing = (reply: Reply): boolean => reply.kind === 'refused' && reply.status === 404;

/** Empty bodies are those of 204. */
function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
