import { Jobs } from '../../src/platform/jobs/jobs';
import { DueWork } from '../../src/platform/jobs/due-work';
import type { DueQueue, DueQueueOptions } from '../../src/platform/jobs/due-queue';
import { notPostponed, type DueRow } from '../../src/platform/jobs/job-failures';
import type { Transaction } from '../../src/platform/database/transactions';
import type { TestApp, TestOrganization } from './test-app';

/** A row of the queues that tests of due work use. */
export interface Chore extends DueRow {
  readonly label: string;
}

const CREATE = `
  CREATE TABLE chores (organization_id uuid NOT NULL, id uuid NOT NULL DEFAULT gen_random_uuid(), queue text NOT NULL,
                       label text NOT NULL, due_at timestamptz NOT NULL, done integer NOT NULL DEFAULT 0);
  SELECT confine_to_organization('chores')`;

/** Due queues of one table; processing a row whose label begins with "bad" fails. */
export class Chores {
  private names = 0;

  private constructor(private readonly app: TestApp) {}

  static async on(app: TestApp): Promise<Chores> {
    await app.database.query(CREATE);
    return new Chores(app);
  }

  /** Inserts one row per label, due in this order. */
  async add(queue: string, labels: readonly string[], owner: TestOrganization, dueAt: Date): Promise<void> {
    for (const [index, label] of labels.entries()) {
      await this.app.database.query(
        'INSERT INTO chores (organization_id, queue, label, due_at) VALUES ($1, $2, $3, $4)',
        [owner.id, queue, label, new Date(dueAt.getTime() + index)],
      );
    }
  }

  /** Labels of the rows that were processed once. */
  async done(queue: string): Promise<string[]> {
    const rows = await this.app.database.query<{ label: string }>(
      'SELECT label FROM chores WHERE queue = $1 AND done = 1 ORDER BY due_at, label',
      [queue],
    );
    return rows.map((it) => it.label);
  }

  failuresOf(queue: string): Promise<{ failures: number; retry_at: Date; error: string }[]> {
    return this.app.database.query('SELECT failures, retry_at, error FROM job_failures WHERE queue = $1', [
      queue,
    ]);
  }

  /** Declares a queue, in another process's application if given. */
  queue(options: Partial<DueQueueOptions<Chore>> = {}, app = this.app): DueQueue<Chore> {
    const name = options.name ?? `chores-${String(++this.names)}`;
    return app.app.get(Jobs, { strict: false }).dueQueue<Chore>({
      name,
      schedule: '0 0 1 1 *',
      nextDueAt: (reader, now) => nextDueAt(reader, name, now),
      claim: (tx, now, limit) => claim(tx, name, now, limit),
      act: finish,
      ...options,
    });
  }

  /** Declares a leased queue, and returns how to run everything of it that is due. */
  leasedQueue(
    work: (row: DueRow) => Promise<void>,
    concurrency: number,
  ): { name: string; run(): Promise<void> } {
    const name = `chores-${String(++this.names)}`;
    this.app.app.get(Jobs, { strict: false }).leasedQueue({
      name,
      schedule: '0 0 1 1 *',
      concurrency,
      nextDueAt: (reader, now) => nextDueAt(reader, name, now),
      claim: (tx, now, limit) => claim(tx, name, now, limit),
      lease: async (tx, _organizationId, ids) => {
        await tx.query(`UPDATE chores SET due_at = now() + interval '1 hour' WHERE id = ANY ($1)`, [ids]);
      },
      work,
    });
    const source = this.app.app.get(DueWork, { strict: false }).sources.find((it) => it.name === name);
    return { name, run: async () => source?.runDue() };
  }
}

async function nextDueAt(reader: Transaction, queue: string, now: Date): Promise<Date | null> {
  const [row] = await reader.query<{ at: Date | null }[]>(
    `SELECT min(due_at) AS at FROM chores AS chore
      WHERE queue = $2 AND done = 0 AND ${notPostponed(queue, 'chore.id', '$1')}`,
    [now, queue],
  );
  return row?.at ?? null;
}

async function claim(tx: Transaction, queue: string, now: Date, limit: number): Promise<Chore[]> {
  const rows = await tx.query<Chore[]>(
    `SELECT organization_id AS "organizationId", id, label FROM chores AS chore
      WHERE queue = $2 AND done = 0 AND due_at <= $1 AND ${notPostponed(queue, 'chore.id', '$1')}
      ORDER BY organization_id, due_at LIMIT $3 FOR UPDATE OF chore SKIP LOCKED`,
    [now, queue, limit],
  );
  return rows.filter((it) => it.organizationId === rows[0]?.organizationId);
}

/** A claim without a lock and of any organization: against the contract of a due queue. */
export function claimCarelessly(tx: Transaction, queue: string, now: Date, limit: number): Promise<Chore[]> {
  return tx.query(
    `SELECT organization_id AS "organizationId", id, label FROM chores AS chore
      WHERE queue = $2 AND done = 0 AND ${notPostponed(queue, 'chore.id', '$1')} LIMIT $3`,
    [now, queue, limit],
  );
}

/** Processes chores; the failure comes last, so that there is work to undo. */
export async function finish(tx: Transaction, rows: readonly Chore[]): Promise<void> {
  const bad = rows.find((it) => it.label.startsWith('bad'));
  await tx.query('UPDATE chores SET done = done + 1 WHERE id = ANY ($1)', [rows.map((it) => it.id)]);
  if (bad !== undefined) throw new Error(`${bad.label} is broken`);
}
