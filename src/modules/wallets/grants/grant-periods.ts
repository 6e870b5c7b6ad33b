import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerBillingTerms } from '../../customers';
import { WalletLedger, type ChangedWallet } from '../wallet-ledger';
import type { WalletEntity } from '../wallet.entity';
import { hasRoomFor, worthOf } from '../wallet.rules';
import { WalletsRepository } from '../wallets.repository';
import { afterPeriod, creditsOf, dueGrant, nextGrantAt, type RecurringGrant } from './recurring-grant.rules';

/**
 * Begins periods of recurring grants, each once: the wallet, locked, counts those that have begun, and the ledger has one
 * transaction per grant and period (docs/billing-rules.md#recurring-grants).
 */
@Injectable()
export class GrantPeriods {
  constructor(
    private readonly wallets: WalletsRepository,
    private readonly ledger: WalletLedger,
    private readonly customers: CustomerBillingTerms,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Begins every period that is due, those that were missed first. The caller holds the lock on the wallet. */
  async beginDue(tx: Transaction, found: WalletEntity): Promise<void> {
    const { organizationId, customerId } = found;
    const { timezone } = await this.customers.of(tx, organizationId, customerId);
    const now = this.clock.now();
    const changed: ChangedWallet = { wallet: found, events: [] };
    for (;;) {
      const grant = dueGrant(changed.wallet.recurringGrants, now);
      if (grant === null) break;
      const { wallet, events } = await this.begin(tx, changed.wallet, grant);
      const recurringGrants = wallet.recurringGrants.map((it) =>
        it.id === grant.id ? afterPeriod(grant, timezone) : it,
      );
      changed.wallet = { ...wallet, recurringGrants, nextGrantAt: nextGrantAt(recurringGrants) };
      changed.events.push(...events);
    }
    await this.wallets.update(tx, changed.wallet);
    await this.outbox.append(tx, ...changed.events);
  }

  private async begin(tx: Transaction, wallet: WalletEntity, grant: RecurringGrant): Promise<ChangedWallet> {
    const credits = creditsOf(grant, wallet.creditsBalance);
    const amountCents = credits === null ? 0n : worthOf(credits, wallet.rateAmount, wallet.currency);
    // Nothing is missing, or the balance would no longer be an exact number for callers.
    if (credits === null || amountCents === 0n || !hasRoomFor(wallet, amountCents)) {
      return { wallet, events: [] };
    }
    return this.ledger.move(tx, wallet, {
      ...{ credits, amountCents, source: 'granted', invoiceId: null },
      recurring: { grantId: grant.id, period: grant.periods },
    });
  }
}
