import {
  defineEvent,
  type DomainEvent,
  type EventDefinition,
} from '../../../platform/outbox/event-catalogue';
import { AppliedCouponDto, toAppliedCouponResponse } from './applied-coupon.dto';
import type { AppliedCouponEntity } from './applied-coupon.entity';

export const CouponApplied = defineEvent({
  kind: 'coupon.applied',
  objectType: 'applied_coupon',
  trigger: 'Coupon applied to a customer',
  payload: AppliedCouponDto,
});

export const CouponExhausted = defineEvent({
  kind: 'coupon.exhausted',
  objectType: 'applied_coupon',
  trigger:
    'Applied coupon used up: finalizing an invoice used the rest of its amount, or the last of its bills',
  payload: AppliedCouponDto,
  example: { status: 'exhausted', amount_remaining_cents: 0, ended_at: '2026-02-01T00:00:04.000Z' },
});

/** Returns an event with the applied coupon as it is now. */
export function eventOf(
  definition: EventDefinition<AppliedCouponDto>,
  applied: AppliedCouponEntity,
): DomainEvent {
  const { organizationId, id: objectId } = applied;
  return definition.of({ organizationId, objectId, object: toAppliedCouponResponse(applied) });
}
