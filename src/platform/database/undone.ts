import type { Transaction } from './transactions';

/** Runs `work` in a savepoint, rolls back everything that it wrote, and returns its result. */
export async function undone<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const done: { result: T }[] = [];
  const rollback = new Error('Rolled back on purpose');
  try {
    await tx.transaction(async (inner) => {
      done.push({ result: await work(inner) });
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  const [first] = done;
  if (first === undefined) throw rollback;
  return first.result;
}
