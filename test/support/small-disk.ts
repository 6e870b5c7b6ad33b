import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory that a test can fill. Mounting it needs root. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Returns the disk, or null with a notice where file systems cannot be mounted. */
  static mount(megabytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'billing-disk-'));
    try {
      const options = `size=${megabytes}m,mode=755`;
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
      return new SmallDisk(folder);
    } catch (error) {
      rmSync(folder, { recursive: true });
      process.stderr.write(
        `  skipped: cannot mount a tmpfs, which needs root: ${(error as Error).message}\n`,
      );
      return null;
    }
  }

  /** Fills the disk to the last byte. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.folder);
    try {
      writeFileSync(this.ballast, Buffer.alloc(bavail * bsize));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error; // others write too
    }
  }

  /** Frees what `fill` has taken. */
  free(): void {
    rmSync(this.ballast, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true });
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}
