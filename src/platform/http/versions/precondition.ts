/**
 * A condition of a PUT on the object that it changes. The use case checks it in its transaction, after it has locked the
 * row and before it changes anything: of two requests with the same condition, only one then meets it.
 */
export interface Precondition<T> {
  /**
   * @param current null if there is no object, which meets no condition
   * @throws PreconditionFailedError
   */
  assertMet(current: T | null): void;
}

/** The condition of a request without If-Match. */
export const NO_PRECONDITION: Precondition<unknown> = { assertMet: () => undefined };
