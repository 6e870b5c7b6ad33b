import { join } from 'node:path';
import type { Config } from '../../platform/config/config';
import { schema } from '../../schema';
import { sealedTables } from '../../sealed-tables';
import { checkDatabase } from './database-check';
import { acceptNewKey } from './new-key';
import { openPlace } from './place';
import { Report } from './report';
import { checkSecrets } from './secret-check';
import { checkStandIns } from './stand-in-check';

/** The changes that the options of `npm run doctor` allow. */
export interface Treatment {
  remove: boolean;
  acceptNewKey: boolean;
  /** Where to look for databases of embedded servers; default: where this user creates them. */
  places?: readonly string[];
}

/** Checks the installation (docs/operations.md#doctor). Returns whether nothing needs attention. */
export async function diagnose(
  config: Config,
  treatment: Treatment,
  write: (line: string) => void,
): Promise<boolean> {
  const report = new Report(write);
  const place = await openPlace(config, report);
  try {
    if (place !== null && (await checkDatabase(place.url, config, schema, report))) {
      const handleSecrets = treatment.acceptNewKey ? acceptNewKey : checkSecrets;
      await handleSecrets(place.url, config, sealedTables, report);
    }
  } finally {
    await place?.close();
  }
  await checkStandIns(join(config.dataDir, 'postgres'), treatment.remove, report, treatment.places);
  return !report.needsAttention;
}
