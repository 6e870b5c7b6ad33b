const USAGE_EXIT_CODE = 2;

/**
 * Returns the flags of the command line. Exits after printing the usage for `--help`, or an error for an unknown flag.
 * Commands import the service only afterwards, because that takes a second.
 */
export function takeFlags(usage: string, ...known: string[]): Set<string> {
  const given = process.argv.slice(2);
  const unknown = given.filter((it) => !known.includes(it));
  if (unknown.length === 0) return new Set(given);
  if (unknown.every((it) => it === '--help' || it === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit();
  }
  process.stderr.write(`Unknown option: ${unknown.join(' ')}\n\n${usage}\n`);
  process.exit(USAGE_EXIT_CODE);
}
