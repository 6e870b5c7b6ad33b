import type { AppliedCouponBody, CouponBody } from '../support/coupon-wire';
import type { CouponRecord } from './documents';
import type { CouponTerms, Step } from '../reckoning/life';
import type { Response, ServiceClient } from './service-client';

type CouponStep = Step & { do: 'coupon' | 'end coupon' | 'delete coupon' };

/** The coupons of one life in the service. */
export class LivedCoupons {
  private readonly ids: string[] = [];
  private readonly appliedIds: string[] = [];

  constructor(
    private readonly client: ServiceClient,
    private readonly name: string,
    private readonly planCode: (index: number) => string,
  ) {}

  async begin(coupons: readonly CouponTerms[]): Promise<void> {
    for (const coupon of coupons) {
      const { id } = await this.client.ask<CouponBody>('POST', '/v1/coupons', {
        code: this.codeOf(this.ids.length),
        name: 'Coupon',
        ...amountsOf(coupon),
        frequency: coupon.frequency,
        frequency_duration: coupon.bills,
        expiration_at: coupon.expiresAt === null ? null : new Date(coupon.expiresAt).toISOString(),
        reusable: coupon.reusable,
        plan_codes: coupon.plans.map(this.planCode),
        billable_metric_codes: coupon.metrics,
      });
      this.ids.push(id);
    }
  }

  async act(customerId: string, step: CouponStep): Promise<Response> {
    const path = `/v1/customers/${customerId}/coupons`;
    switch (step.do) {
      case 'coupon': {
        const { cents, rate, frequency, bills } = step.override;
        const response = await this.client.send<AppliedCouponBody>('POST', path, {
          coupon_code: this.codeOf(step.coupon),
          ...(cents === undefined ? {} : { amount_cents: cents }),
          ...(rate === undefined ? {} : { percentage_rate: rate }),
          ...(frequency === undefined ? {} : { frequency }),
          ...(bills === undefined ? {} : { frequency_duration: bills }),
        });
        if (response.status === 201) this.appliedIds.push(response.body.id);
        return response;
      }
      case 'end coupon':
        return this.client.send('DELETE', `${path}/${this.appliedIds[step.of] ?? ''}`);
      case 'delete coupon':
        return this.client.send('DELETE', `/v1/coupons/${this.ids[step.coupon] ?? ''}`);
    }
  }

  /** Returns what is compared of the applied coupons, oldest first. */
  async records(customerId: string): Promise<CouponRecord[]> {
    if (this.appliedIds.length === 0) return [];
    const listed = await this.client.ask<AppliedCouponBody[]>(
      'GET',
      `/v1/customers/${customerId}/coupons?limit=100`,
    );
    const places = listed.map((it) => ({ place: this.placeOf(it.id), it })).sort((a, b) => a.place - b.place);
    return places.map(({ it }) => ({
      coupon: this.ids.indexOf(it.coupon_id),
      status: it.status,
      frequency: it.frequency,
      cents: it.amount_cents,
      currency: it.currency,
      rate: it.percentage_rate,
      centsLeft: it.amount_remaining_cents,
      billsLeft: it.frequency_duration_remaining,
    }));
  }

  /** Returns the place of an applied coupon in the order of creation. */
  placeOf(id: string): number {
    return this.appliedIds.indexOf(id);
  }

  private codeOf(index: number): string {
    return `${this.name}-${index}`;
  }
}

function amountsOf({ worth }: CouponTerms): object {
  if (worth.type === 'percentage') return { coupon_type: worth.type, percentage_rate: worth.rate };
  return { coupon_type: worth.type, amount_cents: worth.cents, currency: worth.currency };
}
