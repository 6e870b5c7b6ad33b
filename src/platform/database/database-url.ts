/** Dependency-injection token of the database URL, which is that of the embedded server if DATABASE_URL is unset. */
export const DATABASE_URL = Symbol('DATABASE_URL');
