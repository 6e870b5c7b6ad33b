import type { Type as Class } from '@nestjs/common';
import { Extensions } from '../../src/platform/extensions';
import type { TestApp } from '../support/test-app';

/** Misdeeds of every kind of extension, with the reason that the error gives. */
export const COMMON_MISDEEDS = [
  ['throws', 'no such row'],
  ['exceeds the time limit', 'it took longer than 50 ms (EXTENSION_TIMEOUT_MS)'],
] as const;

/** The parts of `Extensions` that tests replace. */
interface Limited {
  config: { extensionTimeoutMs: number };
  call(point: object, extension: object, ...rest: unknown[]): Promise<unknown>;
}

/**
 * Limits hostile extensions to 50 ms. The others keep their limit, because they may need longer on a busy machine.
 *
 * @returns a function that restores the limit.
 */
export function limitHostile(app: TestApp, hostile: readonly Class[]): () => void {
  const extensions = app.app.get<Limited>(Extensions);
  const config = { value: { ...extensions.config, extensionTimeoutMs: 50 } };
  const limited = Object.create(extensions, { config }) as Limited;
  const call = extensions.call.bind(limited);
  const callOthers = extensions.call.bind(extensions);
  const spy = jest
    .spyOn(extensions, 'call')
    .mockImplementation((point, extension, ...rest) =>
      hostile.some((it) => extension instanceof it)
        ? call(point, extension, ...rest)
        : callOthers(point, extension, ...rest),
    );
  return () => {
    spy.mockRestore();
  };
}

/** Misdeeds of a hostile extension, by organization. It behaves well in the requests of all others. */
export class Misdeeds {
  private readonly byOrganization = new Map<string, string>();

  /** @param extension returns the class of the hostile extension */
  constructor(private readonly extension: () => Class) {}

  /** Runs `work` while the extension does wrong. If it does not return, its time limit is 50 ms. */
  async during<T>(app: TestApp, organizationId: string, misdeed: string, work: () => Promise<T>): Promise<T> {
    const isSlow = misdeed === 'exceeds the time limit';
    const restore = isSlow ? limitHostile(app, [this.extension()]) : null;
    this.byOrganization.set(organizationId, misdeed);
    try {
      return await work();
    } finally {
      this.byOrganization.delete(organizationId);
      restore?.();
    }
  }

  /**
   * Does what any extension can do wrong.
   *
   * @returns the misdeed that the extension itself must do; undefined for good conduct.
   */
  in(organizationId: string): string | undefined | Promise<never> {
    const misdeed = this.byOrganization.get(organizationId);
    if (misdeed === 'throws') throw new Error('no such row');
    if (misdeed === 'exceeds the time limit') return new Promise(() => undefined);
    return misdeed;
  }
}
