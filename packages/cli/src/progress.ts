import type { Sink } from './output.js';

const WIDTH = 24;
/** Terminals are slow: more frames cost time and show nothing. */
const FRAME_MS = 100;

/** Returns a line such as `[======      ]  50 %  label`. */
export function barText(done: number, total: number, label: string): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = '='.repeat(Math.floor(share * WIDTH));
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${filled.padEnd(WIDTH)}] ${percent} %  ${label}`;
}

/** A progress bar on the last line of a terminal. */
export class ProgressBar {
  private text = '';
  private shownAt = -Infinity;

  constructor(private readonly terminal: Sink) {}

  show(done: number, total: number, label: string): void {
    this.text = barText(done, total, label);
    if (performance.now() - this.shownAt >= FRAME_MS) this.redraw();
  }

  redraw(): void {
    this.shownAt = performance.now();
    // A line that wraps could not be cleared.
    this.terminal.write(`\r\u001b[K${this.text.slice(0, (this.terminal.columns ?? 80) - 1)}`);
  }

  clear(): void {
    this.terminal.write('\r\u001b[K');
  }
}
