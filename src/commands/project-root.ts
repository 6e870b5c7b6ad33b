import { join } from 'node:path';

/** The folder of package.json, seen from `dist/src/commands`, where the commands run. */
export function projectRoot(): string {
  return join(__dirname, '..', '..', '..');
}
