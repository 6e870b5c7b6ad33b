import type { HeldError } from '../errors/app-error';
import { extensionPoint } from '../extensions';

/** Makes holders let go of what requests would change (docs/decisions.md#held-objects). */
export const RELEASERS = extensionPoint<Releaser>('releasers');

/** Called outside any transaction, because it may wait for another service. */
export interface Releaser {
  /** Returns whether the holder let go, so that the request is worth repeating. */
  release(organizationId: string, held: HeldError): Promise<boolean>;
}
