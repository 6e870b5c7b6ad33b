import { findStandIns, removeStandIn, sizeOf, standInPlaces, type StandIn } from './doctor/stand-ins';
import { takeFlags } from './flags';

const USAGE = `Usage: npm run doctor [-- --dry-run]

Removes what embedded PostgreSQL servers have left behind on this machine: folders with data whose DATA_DIR has been
deleted. Never touches a folder that a DATA_DIR names or that a running server uses. If a DATA_DIR is on a disk that is not
mounted, mount it first.

  --dry-run   only lists them`;

const MIB = 1024 * 1024;

/** Removes orphaned stand-ins. Returns whether everything could be removed. */
async function main(): Promise<boolean> {
  const isDryRun = takeFlags(USAGE, '--dry-run').has('--dry-run');
  const standIns = await findStandIns(standInPlaces());
  for (const it of standIns.filter(({ state }) => state === 'running')) {
    print(`Kept ${it.path}: a PostgreSQL server uses it, although ${it.folder} is gone`);
  }
  const orphans = standIns.filter(({ state }) => state === 'orphaned');
  const swept = await Promise.all(orphans.map((it) => sweep(it, isDryRun)));
  const freed = swept.filter((it) => it !== null);
  const total = freed.reduce((sum, it) => sum + it, 0);
  const verb = isDryRun ? 'can be removed' : 'removed';
  print(`${freed.length} of ${standIns.length} folders ${verb}, ${Math.round(total / MIB)} MiB`);
  return freed.length === orphans.length;
}

/** Returns the size of the folder in bytes; null if it could not be removed. */
async function sweep(orphan: StandIn, isDryRun: boolean): Promise<number | null> {
  const size = await sizeOf(orphan.path);
  const about = `${orphan.path} (${Math.round(size / MIB)} MiB): the data of ${orphan.folder}, which is gone`;
  try {
    if (!isDryRun) await removeStandIn(orphan);
  } catch (error) {
    print(`Could not remove ${about}: ${(error as Error).message}`);
    return null;
  }
  print(`${isDryRun ? 'Would remove' : 'Removed'} ${about}`);
  return size;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (isDone) => process.exit(isDone ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
