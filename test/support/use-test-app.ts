import type { Type } from '@nestjs/common';
import { startTestApp, type TestApp, type TestOrganization } from './test-app';

/**
 * Starts the service before the tests of this block and stops it after them.
 *
 * @param env environment variables, which override the test defaults
 * @param modules added to the list of src/app.module.ts, as a team adds its own
 */
export function useTestApp(env: Record<string, string> = {}, ...modules: Type[]): TestApp {
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp(env, undefined, modules);
  });
  afterAll(() => started?.stop());
  return lateBound(() => started);
}

/** Creates a new organization before each test of this block. */
export function useOrganization(app: TestApp, fields: object = {}): TestOrganization {
  let organization: TestOrganization | undefined;
  beforeEach(async () => {
    organization = await app.anOrganization(fields);
  });
  return lateBound(() => organization);
}

/** Creates one organization before the first test of this block, for all its tests. */
export function useSharedOrganization(app: TestApp, fields: object = {}): TestOrganization {
  let organization: TestOrganization | undefined;
  beforeAll(async () => {
    organization = await app.anOrganization(fields);
  });
  return lateBound(() => organization);
}

/** Returns a proxy for an object that a hook creates later. */
function lateBound<T extends object>(current: () => T | undefined): T {
  return new Proxy({} as T, {
    get: (_, name) => {
      const target = current();
      if (target === undefined) throw new Error('The object does not exist yet: use it in a test or a hook.');
      return Reflect.get(target, name) as unknown;
    },
  });
}
