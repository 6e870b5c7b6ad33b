import { failureOf, failureText } from './failure.js';
import { ProgressBar } from './progress.js';

/** A stream that a command writes to. */
export interface Sink {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/**
 * The only place that writes to the terminal. Results go to stdout: text, or with `--json` one document, or one line per
 * event of a stream. Everything else goes to stderr.
 */
export class Output {
  private bar: ProgressBar | null = null;

  constructor(
    private readonly stdout: Sink,
    private readonly stderr: Sink,
    readonly isJson: boolean,
  ) {}

  /** Writes a result, or an event of a stream. */
  result(value: object, text: string): void {
    this.withoutBar(() => this.stdout.write(`${this.isJson ? JSON.stringify(value) : text}\n`));
  }

  /** Writes a remark about the work. */
  note(text: string): void {
    this.withoutBar(() => this.stderr.write(`${text}\n`));
  }

  /** Writes an error, with `--json` as a line of JSON. */
  failure(error: unknown): void {
    const failure = failureOf(error);
    this.note(this.isJson ? JSON.stringify({ error: failure }) : failureText(failure));
  }

  /** Writes text for a prompt, without a line break. */
  prompt(text: string): void {
    this.stderr.write(text);
  }

  /** Shows a progress bar if stderr is a terminal. It disappears with `endProgress`. */
  progress(done: number, total: number, label: string): void {
    if (this.stderr.isTTY !== true) return;
    this.bar ??= new ProgressBar(this.stderr);
    this.bar.show(done, total, label);
  }

  endProgress(): void {
    this.bar?.clear();
    this.bar = null;
  }

  private withoutBar(write: () => void): void {
    this.bar?.clear();
    write();
    this.bar?.redraw();
  }
}
