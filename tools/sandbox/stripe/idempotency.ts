import { createHash } from 'node:crypto';
import type { Answer } from '../core/http';
import type { Call } from '../core/dialect';
import { Refusal } from '../core/dialect';
import type { StripeStore } from './store';
import { idempotencyMismatch } from './wording';

interface Kept {
  id: string;
  fingerprint: string;
  answer: Answer;
  at: number;
}

const KEPT_SECONDS = 24 * 60 * 60;

/**
 * Answers a repeated key as the first time, for 24 hours: also with an error of 500, although the effect may have
 * happened. What fails the validation of its parameters is not kept.
 */
export function onceByKey(
  store: StripeStore,
): (call: Call, run: () => Answer, lose: (it: Answer) => Answer) => Answer {
  const table = store.core.state.table<Kept>('stripe.keys', (it) => it.id);
  return (call, run, lose) => {
    const key = call.headers['idempotency-key'];
    if (typeof key !== 'string') return lose(run());
    const id = `${call.account} ${key}`;
    const fingerprint = createHash('sha256').update(`${call.path} ${call.text}`).digest('hex');
    const kept = table.get(call.account, id);
    if (kept !== null && kept.at > store.now - KEPT_SECONDS) return replay(kept, fingerprint, key);
    const answer = lose(run());
    if (answer.status < 400 || answer.status === 402 || answer.status >= 500) {
      table.put(call.account, { id, fingerprint, answer, at: store.now });
    }
    return answer;
  };
}

function replay(kept: Kept, fingerprint: string, key: string): Answer {
  if (kept.fingerprint === fingerprint) {
    return { ...kept.answer, headers: { 'idempotent-replayed': 'true' } };
  }
  const { status, body }: Refusal = idempotencyMismatch(key);
  return { status, body };
}
