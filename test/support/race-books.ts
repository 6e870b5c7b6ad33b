/** What the script of a run has done on purpose, so that the verdict can tell it from faults. */
export class RaceBooks {
  /** Invoices that a registered payment may have paid beside a collection: it reserves nothing. */
  readonly registered = new Set<string>();
  private readonly moved = new Set<string>();
  private readonly wanted = new Map<string, number>();

  /** Whether nobody has moved this object or payment of a provider yet: the sandbox would take the money twice. */
  isFirst(id: string): boolean {
    if (this.moved.has(id)) return false;
    this.moved.add(id);
    return true;
  }

  /** Notes a refund that was asked for. @param cents Infinity: whatever was left */
  want(invoiceId: string, cents: number): void {
    this.wanted.set(invoiceId, this.wantedOf(invoiceId) + cents);
  }

  wantedOf(invoiceId: string): number {
    return this.wanted.get(invoiceId) ?? 0;
  }
}
