import { execFileSync } from 'node:child_process';

/**
 * Returns whether a program is installed; says so if it is not. CI installs all of them, so that a missing one fails there
 * instead of skipping its tests.
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
