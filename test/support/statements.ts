import { AbstractLogger, DataSource, type QueryRunner } from 'typeorm';
import type { Transaction } from '../../src/platform/database/transactions';
import { inTransaction } from './metered-subscription';
import type { TestApp } from './test-app';

interface Statement {
  text: string;
  parameters: unknown[];
}

class StatementRecorder extends AbstractLogger {
  readonly statements: (Statement & { runner: QueryRunner | undefined })[] = [];

  override logQuery(text: string, parameters: unknown[] = [], runner?: QueryRunner): void {
    this.statements.push({ text, parameters, runner });
  }

  protected override writeLog(): void {
    // Failed and slow statements have been recorded when they began.
  }
}

/** Runs `work` and returns the statements of this transaction, without those of concurrent ones. */
export async function recordedDuring(
  app: TestApp,
  { queryRunner }: Transaction,
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  return (await allDuring(app, work)).filter((it) => it.runner === queryRunner);
}

/** Runs `work` and returns the statements of all transactions, in an app without background work (ROLE=api). */
export async function allDuring(
  app: TestApp,
  work: () => Promise<unknown>,
): Promise<StatementRecorder['statements']> {
  const dataSource = app.app.get(DataSource);
  const { logger } = dataSource;
  const recorder = new StatementRecorder();
  dataSource.logger = recorder;
  try {
    await work();
    return recorder.statements;
  } finally {
    dataSource.logger = logger;
  }
}

/** Runs `work` in a transaction and returns its statements, without those of concurrent transactions. */
export async function statementsOf(
  app: TestApp,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<string[]> {
  const statements = await inTransaction(app, (tx) => recordedDuring(app, tx, () => work(tx)));
  return statements.map((it) => it.text);
}
