import { Global, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { QueryFailedError } from 'typeorm';
import { CONFIG } from '../config/config';
import type { Transaction } from '../database/transactions';
import { InvalidStateError } from '../errors/app-error';
import { assertDeletable, type DeletionGuard } from './deletion-guard';
import { ExtensionFailedError } from './extension-failed.error';
import { extend, extensionPoint } from './extension-point';
import { Extensions } from './extensions';
import { ExtensionsModule } from './extensions.module';

interface Greeter {
  greet(): string;
}
class Hello implements Greeter {
  greet = (): string => 'hello';
}
class GoodDay implements Greeter {
  greet = (): string => 'good day';
}
class Aloha implements Greeter {
  greet = (): string => 'aloha';
}

const GREETERS = extensionPoint<Greeter>('greeters');
const WELCOME = extensionPoint<Greeter>('welcome', { replaces: Hello });

async function extensionsOf(...modules: Type<unknown>[]): Promise<Extensions> {
  @Global()
  @Module({ providers: [{ provide: CONFIG, useValue: { extensionTimeoutMs: 50 } }], exports: [CONFIG] })
  class ConfigModule {}
  const imports = [ConfigModule, ExtensionsModule, ...modules];
  const app = await Test.createTestingModule({ imports }).compile();
  await app.init();
  return app.get(Extensions);
}

describe('Extensions', () => {
  it('a point lists its extensions by order, then as the modules are listed', async () => {
    @Module({ providers: [Aloha, extend(GREETERS, Aloha), Hello, extend(GREETERS, Hello)] })
    class OneModule {}
    @Module({ providers: [GoodDay, extend(GREETERS, GoodDay, { order: -1 })] })
    class OtherModule {}
    const extensions = await extensionsOf(OneModule, OtherModule);
    expect(extensions.of(GREETERS).map((it) => it.greet())).toEqual(['good day', 'aloha', 'hello']);
  });

  it('a point that nothing extends is empty', async () => {
    expect((await extensionsOf()).of(GREETERS)).toEqual([]);
  });

  it('a point with one implementation keeps its default until an extension replaces it', async () => {
    @Module({ providers: [Hello] })
    class OwnerModule {}
    @Module({ providers: [GoodDay, extend(WELCOME, GoodDay)] })
    class ReplacingModule {}
    expect((await extensionsOf(OwnerModule)).one(WELCOME).greet()).toBe('hello');
    expect((await extensionsOf(OwnerModule, ReplacingModule)).one(WELCOME).greet()).toBe('good day');
  });

  it('the default of a point can be a value', async () => {
    const point = extensionPoint<Greeter>('welcome', { replaces: { greet: () => 'a value' } });
    expect((await extensionsOf()).one(point).greet()).toBe('a value');
  });

  it('a second replacement of the same point fails at start-up and names both', async () => {
    @Module({ providers: [GoodDay, extend(WELCOME, GoodDay), Aloha, extend(WELCOME, Aloha)] })
    class ReplacingTwiceModule {}
    await expect(extensionsOf(ReplacingTwiceModule)).rejects.toThrow(
      'Only one extension can replace the welcome; GoodDay and Aloha are registered',
    );
  });

  it('using a point while modules are being built is refused', async () => {
    class Early {
      readonly found: readonly Greeter[];
      constructor(extensions: Extensions) {
        this.found = extensions.of(GREETERS);
      }
    }
    @Module({
      providers: [
        { provide: Early, inject: [Extensions], useFactory: (it: Extensions) => new Early(it) },
        Aloha,
        extend(GREETERS, Aloha),
      ],
    })
    class EarlyModule {}
    await expect(extensionsOf(EarlyModule)).rejects.toThrow('is not complete before onModuleInit');
  });
});

describe('Extensions.call', () => {
  let extensions: Extensions;
  const call = <R>(work: (it: Greeter) => R | Promise<R>) => extensions.call(GREETERS, new Aloha(), work);

  beforeAll(async () => {
    extensions = await extensionsOf();
  });

  it('returns the result of an extension, synchronous or not', async () => {
    expect(await call((it) => it.greet())).toBe('aloha');
    expect(await call((it) => Promise.resolve(it.greet()))).toBe('aloha');
  });

  it('an extension that throws fails under its name and the name of the point', async () => {
    const failing = call(() => {
      throw new TypeError('no such row');
    });
    await expect(failing).rejects.toThrow(ExtensionFailedError);
    await expect(failing).rejects.toThrow('The extension Aloha of "greeters" failed: no such row');
    await expect(failing).rejects.toMatchObject({ cause: expect.any(TypeError) as unknown });
  });

  it('an extension that exceeds the time limit fails', async () => {
    await expect(call(() => new Promise<string>(() => undefined))).rejects.toThrow(
      'The extension Aloha of "greeters" failed: it took longer than 50 ms (EXTENSION_TIMEOUT_MS)',
    );
  });

  it('a service of the extension that refuses connections is not taken for the database', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    await expect(call(() => Promise.reject(refused))).rejects.toThrow(ExtensionFailedError);
  });

  it('a refusal that the contract allows passes through', async () => {
    const refusal = new InvalidStateError('not now');
    const refuse = (): never => {
      throw refusal;
    };
    await expect(extensions.call(GREETERS, new Aloha(), refuse, [InvalidStateError])).rejects.toBe(refusal);
    expect(() => extensions.callSync(GREETERS, new Aloha(), refuse, [InvalidStateError])).toThrow(refusal);
  });

  it('synchronous work of an extension fails under its name too', () => {
    const callSync = <R>(work: (it: Greeter) => R) => extensions.callSync(GREETERS, new Aloha(), work);
    expect(callSync((it) => it.greet())).toBe('aloha');
    expect(() =>
      callSync(() => {
        throw new TypeError('no such row');
      }),
    ).toThrow('The extension Aloha of "greeters" failed: no such row');
    const slow = () => {
      for (const startedAt = performance.now(); performance.now() - startedAt < 60;);
    };
    expect(() => callSync(slow)).toThrow('it took longer than 50 ms (EXTENSION_TIMEOUT_MS)');
  });

  const queryFailed = (code: string): QueryFailedError =>
    new QueryFailedError('UPDATE', [], Object.assign(new Error('refused'), { code }));

  it('a deadlock within an extension passes through, to be retried', async () => {
    const deadlock = queryFailed('40P01');
    await expect(call(() => Promise.reject(deadlock))).rejects.toBe(deadlock);
  });

  it('a missing table of the extension is its own failure, not an outage', async () => {
    await expect(call(() => Promise.reject(queryFailed('42P01')))).rejects.toThrow(ExtensionFailedError);
  });
});

describe('deletion guards', () => {
  const GUARDS = extensionPoint<DeletionGuard>('customer deletion guards');
  const tx = {} as Transaction;
  const UNPAID = 'The customer has unpaid invoices; pay them first.';

  class UnpaidInvoices implements DeletionGuard {
    reasonToKeep = (_tx: Transaction, _organizationId: string, id: string): Promise<string | null> =>
      Promise.resolve(id === 'debtor' ? UNPAID : null);
  }
  class Broken implements DeletionGuard {
    reasonToKeep = (_tx: Transaction, _organizationId: string, id: string): Promise<string | null> =>
      id === 'unclear' ? Promise.resolve('') : Promise.reject(new Error('no connection'));
  }
  @Module({ providers: [UnpaidInvoices, extend(GUARDS, UnpaidInvoices)] })
  class InvoicesModule {}
  @Module({ providers: [Broken, extend(GUARDS, Broken)] })
  class BrokenModule {}

  const deleting = async (id: string, ...modules: Type<unknown>[]) =>
    assertDeletable(await extensionsOf(...modules), GUARDS, tx, 'organization', id);

  it('a guard that gives a reason refuses the deletion with its sentence', async () => {
    await expect(deleting('debtor', InvoicesModule, BrokenModule)).rejects.toThrow(
      new InvalidStateError(UNPAID),
    );
    await expect(deleting('other', InvoicesModule)).resolves.toBeUndefined();
  });

  it.each([
    ['other', 'no connection'],
    ['unclear', 'reasonToKeep must return a sentence or null'],
  ])('a guard that fails keeps the record from being deleted (%s)', async (id, reason) => {
    await expect(deleting(id, BrokenModule)).rejects.toThrow(
      `The extension Broken of "customer deletion guards" failed: ${reason}`,
    );
  });
});
