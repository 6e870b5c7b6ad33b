const WIDTH = 30;
/** Plain lines are for logs: one for each tenth. */
const TENTHS = 10;

/** Shows how far a move is: a bar in a terminal, plain lines elsewhere. */
export class Progress {
  private tenth = -1;
  private isBarOpen = false;

  constructor(private readonly out: NodeJS.WriteStream | Pick<NodeJS.WriteStream, 'write' | 'isTTY'>) {}

  line(text: string): void {
    this.closeBar();
    this.out.write(`${text}\n`);
  }

  /** @param share from 0 to 1 */
  bar(label: string, share: number): void {
    const part = Math.min(1, Math.max(0, share));
    const percent = `${Math.floor(part * 100)} %`;
    if (this.out.isTTY) {
      const done = Math.round(part * WIDTH);
      this.out.write(`\r${label} [${'#'.repeat(done)}${'.'.repeat(WIDTH - done)}] ${percent.padStart(5)}`);
      this.isBarOpen = true;
      return;
    }
    const tenth = Math.floor(part * TENTHS);
    if (tenth === this.tenth) return;
    this.tenth = tenth;
    this.out.write(`${label} ${percent}\n`);
  }

  private closeBar(): void {
    if (this.isBarOpen) this.out.write('\n');
    this.isBarOpen = false;
    this.tenth = -1;
  }
}
