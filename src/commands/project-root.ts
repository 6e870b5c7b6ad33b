import { join } from 'node:path';

/** Returns the folder of package.json. The commands run from `dist/src/commands`. */
export function projectRoot(): string {
  return join(__dirname, '..', '..', '..');
}
