import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { giveTo, type ServerAccount } from './account';

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Trimmed; undefined when there is no such file. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** Whole or not at all, also when we are killed in the middle. */
export async function replaceFile(
  path: string,
  line: string,
  mode: number,
  owner?: ServerAccount,
): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${line}\n`, { mode, flag: 'wx' });
  await giveTo(owner, draft);
  await rename(draft, path);
}
