import { execFileSync } from 'node:child_process';

/**
 * Returns whether a program is installed; prints a notice if it is not. Always returns true in CI, where a
 * missing program must fail its tests instead of skipping them.
 *
 * @param version the option by which the program prints its version
 */
export function isInstalled(command: string, debianPackage: string, version = '--version'): boolean {
  try {
    execFileSync(command, [version], { stdio: 'ignore' });
    return true;
  } catch {
    if (process.env.CI !== undefined) return true;
    process.stderr.write(
      `${command} is not installed (Debian: apt-get install ${debianPackage}): its tests are skipped\n`,
    );
    return false;
  }
}
