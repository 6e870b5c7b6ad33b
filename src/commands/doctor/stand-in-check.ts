import { findStandIns, removeStandIn, standInPlaces, type StandIn } from '../../../tools/embedded-postgres';
import { counted, type Report } from './report';

const MIB = 1024 * 1024;

/**
 * Lists the databases of embedded servers that are not in their data folder and are not in use, and removes the orphaned
 * ones if told to.
 *
 * @param dataDir the embedded PostgreSQL's data folder of this installation
 */
export async function checkStandIns(
  dataDir: string,
  remove: boolean,
  report: Report,
  places: readonly string[] = standInPlaces(),
): Promise<void> {
  const standIns = await findStandIns(places, dataDir);
  for (const it of standIns.filter(({ state }) => state === 'running' || state === 'unclear')) {
    report.say(`${it.state === 'running' ? 'In use' : 'Not judged'}: ${described(it)} ${it.reason}`);
  }
  const orphans = standIns.filter(({ state }) => state === 'orphaned');
  if (orphans.length === 0) {
    report.say('There are no orphaned databases of embedded servers.');
    return;
  }
  for (const it of orphans) {
    if (remove) await removeOrphan(it, dataDir, report);
    else report.say(`Orphaned: ${described(it)} ${it.reason}`);
  }
  if (!remove) {
    const bytes = orphans.reduce((sum, it) => sum + it.bytes, 0);
    report.say(
      `${counted(orphans.length, 'orphaned database')}, ${mib(bytes)}: "npm run doctor -- --remove" removes exactly these. ` +
        'Before that, start the service once with every DATA_DIR that you have moved.',
    );
  }
}

async function removeOrphan(orphan: StandIn, dataDir: string, report: Report): Promise<void> {
  try {
    const isRemoved = await removeStandIn(orphan, dataDir);
    report.say(
      `${isRemoved ? 'Removed' : 'Kept, because it is in use again:'} ${described(orphan)} ${orphan.reason}`,
    );
  } catch (error) {
    report.warn(`${orphan.path} could not be removed: ${(error as Error).message}`);
  }
}

function described({ path, bytes, lastUsedAt }: StandIn): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()}`;
  return `${path} (${mib(bytes)}, ${used}).`;
}

const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
