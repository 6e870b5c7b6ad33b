/**
 * Caches the series of a metric by label values, because looking up a series takes longer than adding to it. That
 * matters at thousands of observations per second. Use it only for labels with few values.
 */
export class SeriesByLabels<Series> {
  private readonly known = new Map<string, Series>();

  constructor(private readonly find: (...labels: string[]) => Series) {}

  of(...labels: string[]): Series {
    const key = labels.length === 1 ? (labels[0] ?? '') : labels.join(' ');
    let series = this.known.get(key);
    if (series === undefined) {
      series = this.find(...labels);
      this.known.set(key, series);
    }
    return series;
  }
}
