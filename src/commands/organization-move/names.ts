/** Names of what a move makes in the two databases, which follow from the organization, so that a later run finds them. */
export interface MoveNames {
  /** Of publication, subscription and slot. */
  readonly replication: string;
  /** Key of the lock by which writes pause, as in assert_organization_here(). */
  readonly lock: string;
}

/** @param organizationId a UUID */
export function namesOf(organizationId: string): MoveNames {
  return { replication: `move_${organizationId.replaceAll('-', '')}`, lock: `move:${organizationId}` };
}
