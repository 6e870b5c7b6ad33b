// Pure rules: which test files to rerun, and how to judge both runs.

/** If more files than this fail, the failures are not flaky, and no file is rerun. */
const MAX_RERUNS = 10;
const MAX_FLAKY_FILES = 3;
const MESSAGE_LINES = 12;

/**
 * A test file as Jest reports it.
 * @typedef {{name: string, status: string, message: string, startTime: number, endTime: number,
 *   assertionResults: {fullName: string, status: string, failureMessages: string[]}[]}} TestFile
 */

export function filesToRerun(files) {
  const failed = files.filter((file) => failuresOf(file).length > 0).map((file) => file.name);
  return failed.length > MAX_RERUNS ? [] : failed;
}

/**
 * Judges a run. The result of a rerun replaces the first result of the file.
 * @param {{files: TestFile[], isGreen: boolean}} first the run of all tests; `isGreen` is Jest's exit code
 * @param {Map<string, TestFile>} second the results of the rerun files, by name
 * @returns {{passed: number, failed: number, flaky: string[], failures: string[], problems: string[]}} `failed` counts
 * failed tests and problems; the texts in `flaky` and `failures` name file and test
 */
export function judge(first, second) {
  const final = first.files.map((file) => second.get(file.name) ?? file);
  const failures = final.flatMap(failuresOf);
  const failedNames = new Set(failures.map((it) => it.label));
  const flaky = first.files.flatMap(failuresOf).filter((it) => !failedNames.has(it.label));
  const problems = [...problemsOf(first, flaky)];
  return {
    passed: final.flatMap((file) => file.assertionResults).filter((test) => test.status === 'passed').length,
    failed: failures.length + problems.length,
    flaky: flaky.map((it) => it.label),
    failures: failures.map((it) => `x ${it.label}\n${it.message}`),
    problems,
  };
}

/** Returns one line for each of the slowest files, slowest first. */
export function slowestFiles(files, count) {
  return files
    .map((file) => ({ name: file.name, seconds: (file.endTime - file.startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
}

/** Returns the failed tests of a file. A file that could not run counts as one failure. */
function failuresOf(file) {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && file.status === 'failed')
    return [failure(file, '(the whole file)', file.message)];
  return failed.map((test) => failure(file, test.fullName, test.failureMessages.join('\n')));
}

function failure(file, test, message) {
  return {
    file: file.name,
    label: `${file.name}, ${test}`,
    message: message.split('\n').slice(0, MESSAGE_LINES).join('\n'),
  };
}

function* problemsOf({ files, isGreen }, flaky) {
  const failedFiles = files.filter((file) => failuresOf(file).length > 0).length;
  const flakyFiles = new Set(flaky.map((it) => it.file)).size;
  if (failedFiles > MAX_RERUNS)
    yield `${failedFiles} files failed; none was rerun, because the limit is ${MAX_RERUNS}.`;
  if (flakyFiles > MAX_FLAKY_FILES) yield `${flakyFiles} files are flaky; the limit is ${MAX_FLAKY_FILES}.`;
  if (failedFiles === 0 && !isGreen) yield 'Jest failed without a failed test; see its output.';
}
