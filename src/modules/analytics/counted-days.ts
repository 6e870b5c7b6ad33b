import { itemAt } from '../../platform/domain/item-at';

/** The sum of a measure on a day of a report. */
export interface DaySum {
  measure: string;
  subject: string;
  /** 1 is the first day of the report, 0 the time before it. */
  day: number;
  value: bigint;
}

/** The sums of a report by measure, subject and day, 0 where nothing was counted. */
export class CountedDays {
  private readonly values = new Map<string, bigint[]>();
  private readonly none: readonly bigint[];
  /** The subjects with a value other than 0, in order. */
  readonly subjects: readonly string[];

  /** @param days number of days of the report */
  constructor(sums: readonly DaySum[], days: number) {
    this.none = Array<bigint>(days + 1).fill(0n);
    for (const { measure, subject, day, value } of sums) {
      const key = keyOf(measure, subject);
      const values = this.values.get(key) ?? [...this.none];
      values[day] = itemAt(values, day) + value;
      this.values.set(key, values);
    }
    this.subjects = [...new Set(sums.flatMap((it) => (it.value === 0n ? [] : it.subject)))].sort();
  }

  /** Returns the sums of the days of the report. */
  of(measure: string, subject: string): readonly bigint[] {
    return this.all(measure, subject).slice(1);
  }

  /** Returns the sums of the days of the report over all subjects. */
  ofAll(measure: string): readonly bigint[] {
    const series = this.subjects.map((it) => this.of(measure, it));
    return this.none.slice(1).map((_, index) => series.reduce((sum, it) => sum + itemAt(it, index), 0n));
  }

  /** Returns the sum of the days of the report and of the time before. */
  total(measure: string, subject: string): bigint {
    return this.all(measure, subject).reduce((sum, it) => sum + it, 0n);
  }

  /** Returns the sum up to the end of each day of the report. */
  balances(measure: string, subject: string): readonly bigint[] {
    let balance = 0n;
    return this.all(measure, subject)
      .map((it) => (balance += it))
      .slice(1);
  }

  private all(measure: string, subject: string): readonly bigint[] {
    return this.values.get(keyOf(measure, subject)) ?? this.none;
  }
}

const keyOf = (measure: string, subject: string): string => `${measure} ${subject}`;
