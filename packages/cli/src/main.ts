#!/usr/bin/env node
import { program } from './program.js';
import { exitCodeOf, report } from './failure.js';

try {
  await program().parseAsync();
} catch (error) {
  report(error, process.argv.includes('--json'));
  process.exitCode = exitCodeOf(error);
}
