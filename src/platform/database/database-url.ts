/** Dependency-injection token of the database's URL: the configured one, or the embedded server's. */
export const DATABASE_URL = Symbol('DATABASE_URL');
