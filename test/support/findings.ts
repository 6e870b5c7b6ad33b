/**
 * Fails if a check has findings. The message says first what to do about them.
 *
 * @param remedy which file to edit or which command to run
 */
export function expectNone(findings: readonly string[], remedy: string): void {
  if (findings.length === 0) return;
  throw new Error([remedy, ...findings.map((it) => `  ${it}`)].join('\n'));
}

/** Fails if a list in a test differs from what the code has. */
export function expectListed(
  actual: readonly string[],
  listed: readonly string[],
  remedies: { unlisted: string; missing: string },
): void {
  expectNone(
    actual.filter((it) => !listed.includes(it)),
    remedies.unlisted,
  );
  expectNone(
    listed.filter((it) => !actual.includes(it)),
    remedies.missing,
  );
}
