const WIDTH = 30;
const REDRAW_MS = 100;

/** A progress bar on stderr, if that is a terminal. */
export class Progress {
  private drawnAt = 0;

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  /** Shows how much is done: `done` of `total`, and a remark. Draws at most every 100 ms. */
  show(done: number, total: number, remark: string): void {
    if (!this.stream.isTTY || performance.now() - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = performance.now();
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const filled = Math.round(share * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    this.stream.write(`\r\u001b[2K${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${remark}`);
  }

  /** Removes the bar. */
  clear(): void {
    if (this.stream.isTTY && this.drawnAt > 0) this.stream.write('\r\u001b[2K');
  }
}
