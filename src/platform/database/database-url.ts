/** Dependency-injection token of the URL of the configured or the embedded database. */
export const DATABASE_URL = Symbol('DATABASE_URL');
