import type { ProviderAnswer, ProviderRequest } from '../collector-kit';
import type { CallSubject } from './call-subject';
import type { ProviderCallEntity } from './provider-call.entity';

/** Stores the requests of a call of a collector, and their answers. */
export interface CallRecord {
  /** Stores what may change something before it is sent. @throws when it must not be sent */
  begin(subject: CallSubject, request: ProviderRequest): Promise<ProviderCallEntity>;
  /** Takes the answer. Never rejects. */
  end(call: ProviderCallEntity, answer: ProviderAnswer, durationMs: number): Promise<void>;
}
