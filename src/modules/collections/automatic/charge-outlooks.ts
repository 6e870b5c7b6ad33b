import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CollectionsRepository } from '../collections.repository';
import { PaymentMethodsRepository } from '../methods/payment-methods.repository';
import { AutomaticRepository } from './automatic.repository';
import { outlookOf, type ChargeOutlook } from './charge-outlook.rules';

/** Says what becomes of invoices that are charged by themselves. */
@Injectable()
export class ChargeOutlooks {
  constructor(
    private readonly repository: AutomaticRepository,
    private readonly collections: CollectionsRepository,
    private readonly methods: PaymentMethodsRepository,
  ) {}

  /** Returns null for an invoice that nobody charges. */
  async of(
    tx: Transaction,
    organizationId: string,
    { id, customerId }: { id: string; customerId: string },
  ): Promise<ChargeOutlook | null> {
    const charge = await this.repository.findCharge(tx, organizationId, id);
    if (charge === null) return null;
    const open = await this.collections.findReserving(tx, organizationId, [id]);
    const method = await this.methods.findDefault(tx, organizationId, customerId);
    const needsPayer = open.some((it) => it.requiresAction);
    return outlookOf(charge, { method: method?.label ?? null, needsPayer });
  }
}
