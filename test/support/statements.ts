import { AbstractLogger, DataSource, type QueryRunner } from 'typeorm';
import type { Transaction } from '../../src/platform/database/transactions';
import { inTransaction } from './metered-subscription';
import type { TestApp } from './test-app';

class StatementRecorder extends AbstractLogger {
  readonly statements: { text: string; runner: QueryRunner | undefined }[] = [];

  override logQuery(text: string, _parameters: unknown, runner: QueryRunner | undefined): void {
    this.statements.push({ text, runner });
  }

  protected override writeLog(): void {
    // Failed and slow statements have been recorded when they began.
  }
}

/** Runs `work` in a transaction and returns its statements, without those of concurrent transactions. */
export async function statementsOf(
  app: TestApp,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<string[]> {
  const dataSource = app.app.get(DataSource);
  const { logger } = dataSource;
  const recorder = new StatementRecorder();
  dataSource.logger = recorder;
  try {
    const own = await inTransaction(app, async (tx) => {
      await work(tx);
      return tx.queryRunner;
    });
    return recorder.statements.filter((it) => it.runner === own).map((it) => it.text);
  } finally {
    dataSource.logger = logger;
  }
}
