#!/usr/bin/env node
import { runProgram } from './program.js';

// A closed pipe, such as `| head`, is no reason for a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
});

void runProgram(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
