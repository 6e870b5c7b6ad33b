/** What is collected, as the provider keeps it with its object: an invoice, or a payment request. */
export interface CollectedTarget {
  readonly type: string;
  readonly id: string;
}
