// Runs all tests as CI does, then reruns each failed file once in a separate process.
// node scripts/ci/tests.mjs <folder> <command that takes Jest's options...>
// Writes logs, reports and counts.txt ("<passed> <failed>") to the folder.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesToRerun, judge, slowestFiles } from './verdict.mjs';

const [folder, program, ...parameters] = process.argv.slice(2);
if (program === undefined) {
  console.error('usage: node scripts/ci/tests.mjs <folder> <command...>');
  process.exit(2);
}

/** A rerun lives the same lives as the first run: other lives could agree, and a wrong figure would count as flaky. */
const LIVES_SEED = process.env.LIVES_SEED ?? String(randomInt(2 ** 31));
const env = { ...process.env, LIVES_SEED };

/** Runs Jest; its output goes to <name>.log. The result has no files if Jest wrote no report. */
function runJest(name, options) {
  const log = openSync(join(folder, `${name}.log`), 'w');
  const report = join(folder, `${name}.json`);
  const all = [...parameters, '--ci', '--json', `--outputFile=${report}`, ...options];
  const { status } = spawnSync(program, all, { stdio: ['ignore', log, log], env });
  closeSync(log);
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const files = results.map((file) => ({ ...file, name: relative(process.cwd(), file.name) }));
  return { files, isGreen: status === 0 };
}

const startedAt = Date.now();
const first = runJest('tests', []);
const second = new Map();
for (const [index, name] of filesToRerun(first.files).entries()) {
  const { files } = runJest(`rerun-${index + 1}`, ['--runInBand', '--runTestsByPath', name]);
  const file = files.find((it) => it.name === name);
  if (file !== undefined) second.set(name, file);
}
const { passed, failed, flaky, failures, problems } = judge(first, second);

const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${'tests'.padEnd(16)} ${String(seconds).padStart(4)} s`);
for (const line of [...flaky.map((it) => `flaky: ${it}`), ...problems, ...failures]) console.log(line);
writeFileSync(
  join(folder, 'slowest.txt'),
  slowestFiles(first.files, 10)
    .map((line) => `${line}\n`)
    .join(''),
);
writeFileSync(join(folder, 'counts.txt'), `${passed} ${failed}\n`);
process.exitCode = failed === 0 ? 0 : 1;
