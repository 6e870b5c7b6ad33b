/**
 * What a request requires of the object that it changes, by its If-Match (docs/decisions.md#preconditions). Use cases of
 * PUT check it against the row that they have locked: `caller.precondition?.check(toTaxResponse(before))`.
 */
export interface Precondition {
  /**
   * @param current the representation that GET returns of the locked object; null if there is none
   * @throws PreconditionFailedError when it is not the one that the client has read
   */
  check(current: object | null): void;
}
