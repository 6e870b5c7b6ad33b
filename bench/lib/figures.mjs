// Calculates and prints statistics.

/** Returns the value below which `share` (0 to 1) of the values lie. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Returns `min / median / max`. */
export function spread(values, digits = 0) {
  const shown = [Math.min(...values), median(values), Math.max(...values)];
  return shown.map((it) => number(it, digits)).join(' / ');
}

export const number = (value, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Prints a table with aligned columns. */
export function printTable(title, header, rows) {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row) =>
    `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('   ')}`;
  print(`\n${title}`);
  print(line(header));
  print(`  ${'-'.repeat(widths.reduce((sum, width) => sum + width + 3, -3))}`);
  for (const row of rows) print(line(row));
}

export function print(text) {
  process.stdout.write(`${text}\n`);
}

/** Writes progress to stderr, because stdout is the report. */
export function progress(text) {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${text}\n`);
}

/** The targets of a run. The exit code says whether all were met. */
export class Targets {
  #checks = [];

  atLeast(name, figure, bound, digits = 2) {
    this.#checks.push({
      name,
      figure: number(figure, digits),
      rule: `at least ${number(bound, digits)}`,
      met: figure >= bound,
    });
  }

  under(name, figure, bound, unit) {
    this.#checks.push({
      name,
      figure: `${number(figure, 1)} ${unit}`,
      rule: `under ${bound} ${unit}`,
      met: figure < bound,
    });
  }

  /** Prints each target with its result. Returns whether all were met. */
  report() {
    const rows = this.#checks.map((it) => [it.name, it.figure, it.rule, it.met ? 'met' : 'MISSED']);
    printTable('Targets', ['', 'figure', 'target', ''], rows);
    return this.#checks.every((it) => it.met);
  }
}
