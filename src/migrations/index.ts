import { Foundation1763600000000 } from './1763600000000-foundation';

/** Oldest first, append-only: a migration that has been released is never changed. */
export const migrations = [Foundation1763600000000];
