import { AbstractLogger, DataSource } from 'typeorm';
import type { TestApp } from './test-app';

class StatementRecorder extends AbstractLogger {
  readonly statements: string[] = [];

  override logQuery(query: string): void {
    this.statements.push(query);
  }

  protected override writeLog(): void {
    // Failed and slow statements have been recorded when they began.
  }
}

/** Returns the statements that the application runs during `work`, without those that begin and end transactions. */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const dataSource = app.app.get(DataSource);
  const { logger } = dataSource;
  const recorder = new StatementRecorder();
  dataSource.logger = recorder;
  try {
    await work();
  } finally {
    dataSource.logger = logger;
  }
  return recorder.statements.filter((it) => !/^(?:START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/u.test(it));
}
