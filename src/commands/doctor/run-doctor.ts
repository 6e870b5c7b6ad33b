import { loadConfig } from '../../platform/config/config';
import { configureLogger } from '../../platform/observability/logger';
import { diagnose, type Treatment } from './diagnose';

/** Checks the configured installation, and prints what it finds. Returns whether nothing needs attention. */
export function runDoctor(treatment: Treatment): Promise<boolean> {
  const config = loadConfig();
  configureLogger({ ...config.log, level: 'error' });
  return diagnose(config, treatment, (line) => process.stdout.write(`${line}\n`));
}
