import { ValidationFailedError } from '../../platform/errors/app-error';

/** Names the record that a payment pays. */
export interface TargetKey {
  kind: string;
  id: string;
}

/** The three ways to name a target. Exactly one is used; the last one is a pair. */
export interface NamedTarget {
  invoiceId: string | null;
  paymentRequestId: string | null;
  targetKind: string | null;
  targetId: string | null;
}

const OWN_FIELDS: ReadonlyMap<string, string> = new Map([
  ['invoice', 'invoice_id'],
  ['payment_request', 'payment_request_id'],
]);

/** Returns the field that names targets of this kind; undefined if `target_kind` and `target_id` do. */
export function ownFieldOf(kind: string): string | undefined {
  return OWN_FIELDS.get(kind);
}

/** Returns the targets that are named completely. */
export function targetsNamedBy(named: NamedTarget): TargetKey[] {
  const { invoiceId, paymentRequestId, targetKind, targetId } = named;
  return [
    ...(invoiceId === null ? [] : [{ kind: 'invoice', id: invoiceId }]),
    ...(paymentRequestId === null ? [] : [{ kind: 'payment_request', id: paymentRequestId }]),
    ...(targetKind === null || targetId === null ? [] : [{ kind: targetKind, id: targetId }]),
  ];
}

/** @throws ValidationFailedError unless a request names exactly one target. */
export function requireTarget(named: NamedTarget): TargetKey {
  const { targetKind, targetId } = named;
  if ((targetKind === null) !== (targetId === null)) {
    const [missing, other] = targetId === null ? ['target_id', 'target_kind'] : ['target_kind', 'target_id'];
    throw ValidationFailedError.of(missing, 'required', `${missing} is required together with ${other}.`);
  }
  const field = targetKind === null ? undefined : ownFieldOf(targetKind);
  if (field !== undefined) {
    const message = `target_kind must not be ${targetKind}; send ${field} instead of target_kind and target_id.`;
    throw ValidationFailedError.of('target_kind', 'invalid_value', message);
  }
  const [key, ...others] = targetsNamedBy(named);
  if (key !== undefined && others.length === 0) return key;
  const message =
    'Exactly one of invoice_id, payment_request_id, and target_kind with target_id is required.';
  throw ValidationFailedError.of('invoice_id', 'required', message);
}
