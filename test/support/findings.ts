/**
 * Fails if a check found something: with what to do about it, then the findings.
 *
 * @param remedy which file to edit or which command to run
 */
export function expectNoFindings(findings: readonly unknown[], remedy: string): void {
  if (findings.length === 0) return;
  const lines = findings.map((it) => `  ${typeof it === 'string' ? it : JSON.stringify(it)}`);
  throw new Error([remedy, ...lines].join('\n'));
}

/** As `expectNoFindings`, for what differs between a list and what it should name. */
export function expectListed(
  actual: readonly string[],
  listed: readonly string[],
  remedies: { unlisted: string; missing: string },
): void {
  expectNoFindings(
    actual.filter((it) => !listed.includes(it)),
    remedies.unlisted,
  );
  expectNoFindings(
    listed.filter((it) => !actual.includes(it)),
    remedies.missing,
  );
}
