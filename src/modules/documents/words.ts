import { Formats, textIn } from '../../platform/locales';

/** The texts and formats of one document, by its locale. */
export class Words extends Formats {
  constructor(
    private readonly language: string,
    /** ISO 4217. */
    private readonly currency: string,
  ) {
    super(language);
  }

  /** @param key of `platform/locales/texts`. @throws RangeError for an unknown key. */
  text(key: string, values: Readonly<Record<string, string>> = {}): string {
    return textIn(this.language, key, values);
  }

  /** Formats an amount in minor units of the currency of the document. */
  amount(cents: bigint): string {
    return this.money(cents, this.currency);
  }

  /** Formats a price per unit in major units of the currency of the document. */
  unitPrice(amount: string): string {
    return this.price(amount, this.currency);
  }

  /** Formats a period by its first and last day, YYYY-MM-DD. */
  period({ from, to }: { from: string; to: string }): string {
    return from === to
      ? this.date(from)
      : this.text('period_of', { from: this.date(from), to: this.date(to) });
  }
}
