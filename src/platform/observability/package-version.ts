import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the version of the service: that of the nearest package.json above this file, built or not. */
export function packageVersion(folder = __dirname): string {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return packageVersion(dirname(folder));
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
