/** Name of the security scheme of ADMIN_TOKEN. */
export const ADMIN_TOKEN_SCHEME = 'adminToken';

/** Returns whether an operation cannot be called without credentials; `{}` among the alternatives makes them optional. */
export function requiresCredentials(security: readonly object[] | undefined): boolean {
  return security !== undefined && security.length > 0 && security.every((it) => Object.keys(it).length > 0);
}
