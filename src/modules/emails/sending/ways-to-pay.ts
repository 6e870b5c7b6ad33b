import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { ChargeOutlooks, PayLinks } from '../../collections';
import { CollectorConnections, type TargetKey } from '../../payments';
import type { WayToPay } from './email-content.rules';

/** Looks up how customers pay what e-mails are about. */
@Injectable()
export class WaysToPay {
  constructor(
    private readonly connections: CollectorConnections,
    private readonly payLinks: PayLinks,
    private readonly outlooks: ChargeOutlooks,
  ) {}

  async ofInvoice(
    tx: Transaction,
    organizationId: string,
    invoice: { id: string; customerId: string },
  ): Promise<WayToPay> {
    const payUrl = await this.urlOf(tx, organizationId, { type: 'invoice', id: invoice.id });
    return { payUrl, outlook: await this.outlooks.of(tx, organizationId, invoice) };
  }

  /** Returns the page to pay; null while no provider is connected through which it could be paid. */
  async urlOf(tx: Transaction, organizationId: string, key: TargetKey): Promise<string | null> {
    const providers = await this.connections.collectingIn(tx, organizationId);
    return providers.length === 0 ? null : this.payLinks.urlOf(organizationId, key);
  }
}
