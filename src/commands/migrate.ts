import 'reflect-metadata';
import { takeFlags } from './flags';

const USAGE = `Usage: npm run migrate

Migrates the database at DATABASE_URL or, without it, the embedded one. Safe to run concurrently, and while the service
is running.`;

async function main(): Promise<void> {
  takeFlags(USAGE);
  const { runMigrate } = await import('./migrate/run-migrate.js');
  process.stdout.write(await runMigrate());
}

// As PID 1 of a container, a process without these listeners would ignore the signals.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(
    `The migration failed; those before it stay applied.\n${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
