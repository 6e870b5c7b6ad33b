import { Extensions } from '../../src/platform/extensions';
import type { TestApp } from '../support/test-app';

/** Misdeeds of every kind of extension, with the reason that the error gives. */
export const COMMON_MISDEEDS = [
  ['throws', 'no such row'],
  ['exceeds the time limit', 'it took longer than 50 ms (EXTENSION_TIMEOUT_MS)'],
] as const;

/** The parts of `Extensions` that tests replace. */
interface Configured {
  config: { extensionTimeoutMs: number };
}

/** Misdeeds of a hostile extension, by organization. It behaves well in the requests of all others. */
export class Misdeeds {
  private readonly byOrganization = new Map<string, string>();

  /** Runs `work` while the extension does wrong, with a time limit of 50 ms. */
  async during<T>(app: TestApp, organizationId: string, misdeed: string, work: () => Promise<T>): Promise<T> {
    const extensions = app.app.get<Configured>(Extensions);
    const shortLimit =
      misdeed === 'exceeds the time limit'
        ? jest.replaceProperty(extensions, 'config', { ...extensions.config, extensionTimeoutMs: 50 })
        : null;
    this.byOrganization.set(organizationId, misdeed);
    try {
      return await work();
    } finally {
      this.byOrganization.delete(organizationId);
      shortLimit?.restore();
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
