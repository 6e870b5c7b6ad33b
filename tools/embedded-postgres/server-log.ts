import { open, rename, stat, type FileHandle } from 'node:fs/promises';
import { giveTo } from './account';
import type { DataDirectory } from './data-directory';

const ROTATE_BYTES = 20 * 1024 * 1024;
const TAIL_BYTES = 8 * 1024;
const TAIL_LINES = 20;

/** Between runs only: a running server keeps the file it was given. */
export async function rotateLog(directory: DataDirectory): Promise<void> {
  if ((await logSize(directory)) > ROTATE_BYTES) {
    await rename(directory.logFile, `${directory.logFile}.1`);
  }
}

/** Handed to the server as its standard error and not a pipe, so that the log goes on when we are killed. */
export async function openLog(directory: DataDirectory): Promise<FileHandle> {
  const { logFile, account } = directory;
  const file = await open(logFile, 'a', 0o600);
  await giveTo(account, logFile);
  return file;
}

export async function logSize(directory: DataDirectory): Promise<number> {
  return stat(directory.logFile).then(
    (file) => file.size,
    () => 0,
  );
}

/** The last lines written after an offset, for an error message. */
export async function logTail(directory: DataDirectory, since = 0): Promise<string> {
  const { logFile } = directory;
  try {
    const file = await open(logFile, 'r');
    try {
      const { size } = await file.stat();
      const from = Math.max(since, size - TAIL_BYTES);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, from);
      const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-TAIL_LINES);
      return `Its log, ${logFile}, ends:\n${lines.join('\n')}`;
    } finally {
      await file.close();
    }
  } catch {
    return `There is no log in ${logFile}`;
  }
}
