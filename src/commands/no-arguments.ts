const USAGE_EXIT_CODE = 2;

/** Of a command that takes none: `--help` tells what it does; anything else is refused before anything is done. */
export function takeNoArguments(usage: string): void {
  const given = process.argv.slice(2);
  if (given.length === 0) return;
  if (given.every((it) => it === '--help' || it === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit();
  }
  process.stderr.write(`There is no option ${given.join(' ')}.\n\n${usage}\n`);
  process.exit(USAGE_EXIT_CODE);
}
