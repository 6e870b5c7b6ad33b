import type { Transaction } from './caller';

/** Runs `work` in a savepoint, undoes all that it wrote, and returns its result. */
export async function undone<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const done: { result: T }[] = [];
  const end = new Error('Undone on purpose');
  try {
    await tx.transaction(async (inner) => {
      done.push({ result: await work(inner) });
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  const [first] = done;
  if (first === undefined) throw end;
  return first.result;
}
