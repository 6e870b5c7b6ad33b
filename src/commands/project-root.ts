import { join } from 'node:path';

/** Returns the folder of package.json, relative to `dist/src/commands`, where the commands run. */
export function projectRoot(): string {
  return join(__dirname, '..', '..', '..');
}
