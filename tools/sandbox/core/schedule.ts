import type { Clock } from './clock';
import { newId } from './ids';
import type { State, Table } from './state';

interface Task {
  id: string;
  kind: string;
  dueAt: number;
  subject: string;
}

const LONGEST_WAIT_MS = 60_000;

/** What happens later: a bank that confirms, a link that expires. Survives a restart, and follows the clock. */
export class Schedule {
  private readonly tasks: Table<Task>;
  private readonly handlers = new Map<string, (subject: string) => void>();
  private timer: NodeJS.Timeout | null = null;
  private armedFor = Infinity;
  private closed = false;

  constructor(
    state: State,
    private readonly clock: Clock,
  ) {
    this.tasks = state.table('tasks', (it) => it.id);
  }

  on(kind: string, handler: (subject: string) => void): void {
    this.handlers.set(kind, handler);
  }

  /** Calls the handler of the kind with the subject after so many milliseconds of the sandbox's clock. */
  later(kind: string, subject: string, delayMs: number): void {
    const dueAt = this.clock.now() + delayMs;
    this.tasks.put('', { id: newId('task_'), kind, subject, dueAt });
    if (dueAt < this.armedFor) this.arm(dueAt);
  }

  /** Does what is due, in order of time; called by the timer and after the clock was moved. */
  runDue(): void {
    for (;;) {
      const next = this.next();
      if (next === null || next.dueAt > this.clock.now()) break;
      this.tasks.remove(next.id);
      this.handlers.get(next.kind)?.(next.subject);
    }
    this.arm(this.next()?.dueAt ?? Infinity);
  }

  /** Takes up what a former process has left. */
  start(): void {
    this.runDue();
  }

  close(): void {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private next(): Task | null {
    const tasks = this.tasks.all().map((it) => it.value);
    return tasks.reduce<Task | null>((min, it) => (min === null || it.dueAt < min.dueAt ? it : min), null);
  }

  private arm(dueAt: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.armedFor = dueAt;
    if (dueAt === Infinity || this.closed) return;
    const wait = Math.min(Math.max(dueAt - this.clock.now(), 0), LONGEST_WAIT_MS);
    this.timer = setTimeout(() => this.runDue(), wait);
  }
}
