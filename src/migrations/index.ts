import { Foundation1763600000000 } from './1763600000000-foundation';
import { Catalogue1763700000000 } from './1763700000000-catalogue';
import { Wallets1764100000000 } from './1764100000000-wallets';

/** Oldest first, append-only: a migration that has been released is never changed. */
export const migrations = [Foundation1763600000000, Catalogue1763700000000, Wallets1764100000000];
