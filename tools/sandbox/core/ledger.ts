import type { Clock } from './clock';
import { newId } from './ids';
import type { State, Table } from './state';

export const PROVIDERS = ['stripe', 'gocardless', 'razorpay', 'dodopayments'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** Money that moved. `reversal`: a capture that the bank or a lost dispute took back. */
export type Movement = 'capture' | 'refund' | 'refund_failed' | 'reversal' | 'reinstatement';

export interface LedgerEntry {
  id: string;
  provider: ProviderName;
  account: string;
  type: Movement;
  /** The payment at the provider. */
  payment_id: string;
  refund_id: string | null;
  /** In the unit of the provider. */
  amount: number;
  currency: string;
  /** Whether a script completed an object that the provider had called dead. */
  late: boolean;
  metadata: Record<string, string>;
  at: string;
}

export type Moved = Omit<LedgerEntry, 'id' | 'at' | 'late' | 'refund_id'> & {
  late?: boolean;
  refund_id?: string;
};

/** Every movement of money, in order. Nothing is ever changed: it is what a verdict is made from. */
export class Ledger {
  private readonly table: Table<LedgerEntry>;

  constructor(
    state: State,
    private readonly clock: Clock,
  ) {
    this.table = state.table('ledger', (it) => it.id);
  }

  add({ late = false, refund_id: refundId, ...moved }: Moved): void {
    const entry = { id: newId('le_'), ...moved, currency: moved.currency.toUpperCase(), late };
    this.table.put(moved.account, { ...entry, refund_id: refundId ?? null, at: this.clock.iso() });
  }

  entries(): LedgerEntry[] {
    return this.table.all().map((it) => it.value);
  }
}
