import { WriteFailures } from './write-failures';

const failure = (code: string): Error => Object.assign(new Error('refused'), { code });
const fail = (writes: WriteFailures, error: Error): Promise<unknown> =>
  writes.watch(() => Promise.reject(error)).catch(() => undefined);
const read = (writes: WriteFailures): Promise<unknown> => writes.watch(() => Promise.resolve());
const write = (writes: WriteFailures): Promise<unknown> =>
  writes.watch((wrote) => {
    wrote();
    return Promise.resolve();
  });

describe('WriteFailures', () => {
  it.each(['53100', '58030', '42501'])(
    'remembers a write refused with %s until a write succeeds',
    async (code) => {
      const writes = new WriteFailures();
      expect(writes.age).toBeNull();
      await fail(writes, Object.assign(new Error('query failed'), { driverError: failure(code) }));
      await read(writes);
      expect(writes.age).toBeGreaterThanOrEqual(0);
      await write(writes);
      expect(writes.age).toBeNull();
    },
  );

  it.each(['23505', '40001', '57P01', '25006'])(
    'does not remember a write that failed with %s',
    async (code) => {
      const writes = new WriteFailures();
      await fail(writes, failure(code));
      expect(writes.age).toBeNull();
    },
  );

  it('a write that began before the refusal does not clear it', async () => {
    const writes = new WriteFailures();
    let finish: () => void = () => undefined;
    const early = writes.watch((wrote) => new Promise<void>((resolve) => (finish = resolve)).then(wrote));
    await fail(writes, failure('53100'));
    finish();
    await early;
    expect(writes.age).not.toBeNull();
  });
});
