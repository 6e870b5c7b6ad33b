import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Writes countries in upper case and time zones as IANA does; requests could send them in any case. */
export class StandardSpellings1764470300000 implements MigrationInterface {
  readonly name = 'StandardSpellings1764470300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE customers SET country = upper(country) WHERE country <> upper(country)');
    for (const table of ['customers', 'organizations']) {
      const rows = (await runner.query(
        `SELECT DISTINCT timezone FROM ${table} WHERE timezone IS NOT NULL`,
      )) as { timezone: string }[];
      for (const { timezone } of rows) {
        const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions();
        // An alias has another name there; its spelling stays.
        if (timeZone === timezone || timeZone.toLowerCase() !== timezone.toLowerCase()) continue;
        await runner.query(`UPDATE ${table} SET timezone = $1 WHERE timezone = $2`, [timeZone, timezone]);
      }
    }
  }

  /** The spellings stay: they mean the same. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
