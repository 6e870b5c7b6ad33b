import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the folder of package.json: the code runs below `dist`, and tests below `src`. */
export function projectRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
