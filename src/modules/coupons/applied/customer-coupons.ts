import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { CustomerDependent, CustomerDocument, CustomerKey } from '../../customers';
import { AppliedCouponsRepository } from './applied-coupons.repository';

/** Ends the coupons of a customer that is deleted, and keeps the currency of a customer with an active coupon. */
@Injectable()
export class CustomerCoupons implements CustomerDependent {
  constructor(
    private readonly repository: AppliedCouponsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async documentNotIn(
    tx: Transaction,
    customer: CustomerKey,
    than: string | null,
  ): Promise<CustomerDocument | null> {
    const currency = await this.repository.otherCurrency(tx, customer, than);
    return currency === null ? null : { name: 'an active coupon', currency };
  }

  onDeleted(tx: Transaction, { organizationId, customerId }: CustomerKey): Promise<void> {
    return this.repository.endAll(tx, organizationId, { customerId }, this.clock.now());
  }
}
