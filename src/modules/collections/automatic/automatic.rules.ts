import { extensionPoint } from '../../../platform/extensions';
import type { DeclineClass } from '../../payments/collector-kit';

export const COLLECTION_METHODS = ['automatic', 'manual'] as const;
export type CollectionMethod = (typeof COLLECTION_METHODS)[number];

/** When an invoice is charged: when it becomes final, or as its due date begins. */
export const CHARGE_TIMES = ['issue', 'due_date'] as const;
export type ChargeTime = (typeof CHARGE_TIMES)[number];

/** What a setting is about, the nearest to an invoice first. */
export const SUBJECT_TYPES = ['invoice', 'subscription', 'customer', 'organization'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

export interface Setting {
  readonly subjectType: SubjectType;
  /** Null: as of the next subject. */
  readonly collectionMethod: CollectionMethod | null;
  readonly chargeAt: ChargeTime | null;
}

/** The setting of one subject. */
export interface SubjectSetting {
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  readonly collectionMethod: CollectionMethod | null;
  readonly chargeAt: ChargeTime | null;
}

/** What a caller sets. */
export type SettingInput = Pick<SubjectSetting, 'collectionMethod' | 'chargeAt'>;

/** How an invoice is collected. */
export interface CollectionTerms {
  collectionMethod: CollectionMethod;
  chargeAt: ChargeTime;
}

/** Returns how a top-up is collected: someone asked for the money, so at once, unless its invoice says otherwise. */
export function topUpTerms(settings: readonly Setting[]): CollectionTerms {
  const own = settings.find((it) => it.subjectType === 'invoice')?.collectionMethod;
  return { collectionMethod: own ?? 'automatic', chargeAt: 'issue' };
}

/** Returns how an invoice is collected: by the nearest setting, `manual` and at the due date without any. */
export function effectiveTerms(settings: readonly Setting[]): CollectionTerms {
  const ordered = SUBJECT_TYPES.flatMap((type) => settings.filter((it) => it.subjectType === type));
  const collectionMethod = ordered.find((it) => it.collectionMethod !== null)?.collectionMethod ?? 'manual';
  return { collectionMethod, chargeAt: ordered.find((it) => it.chargeAt !== null)?.chargeAt ?? 'due_date' };
}

/** Says when a declined charge is tried again (docs/payments.md#automatic-collection). */
export interface RetryTimes {
  /**
   * Returns after how many days; null: not by itself.
   *
   * @param attempts that were declined, from 1
   */
  daysAfter(declineClass: DeclineClass, attempts: number): number | null;
}

/** Days after each declined attempt, by the class of its decline. */
const DAYS: Readonly<Record<DeclineClass, readonly number[]>> = {
  hard: [],
  soft: [1, 3, 5, 7],
  insufficient_funds: [3, 5, 7, 7],
};

const STANDARD: RetryTimes = {
  daysAfter: (declineClass, attempts) => DAYS[declineClass][attempts - 1] ?? null,
};

/** When declined charges are tried again; one module may replace it. */
export const RETRY_TIMES = extensionPoint<RetryTimes>('retry times', { replaces: STANDARD });
