import 'reflect-metadata';
import { takeFlags } from './flags';

const USAGE = `Usage: npm run seed

Creates a new organization with webhook endpoints and customers, and prints its API key. Uses the database at
DATABASE_URL, or the embedded one if that is not set.`;

async function main(): Promise<void> {
  takeFlags(USAGE);
  const { runSeed } = await import('./seed/run-seed.js');
  await runSeed();
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(
      `Seeding failed; some records may have been created.\n${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  },
);
