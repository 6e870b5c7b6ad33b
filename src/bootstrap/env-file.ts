import { existsSync } from 'node:fs';

/**
 * Reads variables from `.env` in the working directory, if there is one; those of the environment win
 * (docs/operations.md#configuration). Call it before the configuration is loaded.
 */
export function readEnvFile(path = '.env'): void {
  if (existsSync(path)) process.loadEnvFile(path);
}
