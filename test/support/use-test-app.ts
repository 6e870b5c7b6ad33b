import type { Type } from '@nestjs/common';
import { startTestApp, type TestApp, type TestOrganization } from './test-app';

const NO_ORGANIZATION = 'There is no organization yet: use it in a test or a hook.';

/**
 * Starts the service before the tests of this block, and stops it after them.
 *
 * @param modules a team's own modules, as if they stood in the list of src/app.module.ts
 */
export function useTestApp(env: Record<string, string> = {}, ...modules: Type[]): TestApp {
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp(env, undefined, modules);
  });
  afterAll(() => started?.stop());
  return lateBound<TestApp>(() => started, 'The service has not started: use it in a test or a hook.');
}

/** Makes a new organization before each test of this block. */
export function useOrganization(app: TestApp, body: object = {}): TestOrganization {
  let organization: TestOrganization | undefined;
  beforeEach(async () => {
    organization = await app.anOrganization(body);
  });
  return lateBound<TestOrganization>(() => organization, NO_ORGANIZATION);
}

/** Makes one organization before the first test of this block, which all its tests share. */
export function useSharedOrganization(app: TestApp, body: object = {}): TestOrganization {
  let organization: TestOrganization | undefined;
  beforeAll(async () => {
    organization = await app.anOrganization(body);
  });
  return lateBound<TestOrganization>(() => organization, NO_ORGANIZATION);
}

/** Replaces a provider of the service in the tests and hooks of this block. */
export function useProvider<T extends object>(app: TestApp, type: Type<T>): T {
  return lateBound<T>(() => app.app.get(type, { strict: false }), 'The service has no such provider.');
}

/** Returns an object that stands for one that a hook creates later. */
export function lateBound<T extends object>(current: () => T | undefined, missing: string): T {
  const required = (): T => {
    const target = current();
    if (target === undefined) throw new Error(missing);
    return target;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(required(), name) as unknown,
    set: (_, name, value) => Reflect.set(required(), name, value),
  });
}
