import type { EmbeddedPostgres } from '../../tools/embedded-postgres';
import { startOwnPostgres } from './own-postgres';
import { RecordingReceiver } from './recording-receiver';
import { assertNoneFell, killServices } from './service-process';
import { TcpProxy } from './tcp-proxy';
import { createTestDatabase, type TestDatabase } from './test-database';
import { lateBound } from './use-test-app';

/** A database and a receiver for the service processes of a fault test. */
export interface FaultStage {
  database: TestDatabase;
  receiver: RecordingReceiver;
  /** Returns the stage's own PostgreSQL server, which a test may restart or kill. */
  server(): EmbeddedPostgres;
  /** Starts a proxy in front of the database, and stops it after the tests. */
  startProxy(): Promise<TcpProxy>;
}

/** Prepares a stage before the tests of this file. After them, kills the services that they started. */
export function useFaultStage({ ownPostgres = false } = {}): FaultStage {
  let database: (TestDatabase & { server?: EmbeddedPostgres }) | undefined;
  let receiver: RecordingReceiver | undefined;
  const proxies: TcpProxy[] = [];
  beforeAll(async () => {
    database = await (ownPostgres ? startOwnPostgres() : createTestDatabase());
    receiver = await RecordingReceiver.start();
  }, 90_000);
  afterEach(() => {
    receiver?.reset();
    assertNoneFell();
  });
  afterAll(async () => {
    await killServices();
    await Promise.all([receiver?.stop(), ...proxies.map((it) => it.stop())]);
    await database?.drop();
  });
  const missing = 'The stage is not ready: use it in a test or a hook.';
  return {
    database: lateBound<TestDatabase>(() => database, missing),
    receiver: lateBound<RecordingReceiver>(() => receiver, missing),
    async startProxy() {
      if (database === undefined) throw new Error(missing);
      const proxy = await TcpProxy.start(database.url);
      proxies.push(proxy);
      return proxy;
    },
    server() {
      if (database?.server === undefined) throw new Error('The stage has no PostgreSQL server of its own.');
      return database.server;
    },
  };
}
