/** Codes with which the kernel, the resolver or Node reports a lack of file descriptors or memory here. */
const CODES = new Set([
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOBUFS',
  'EAGAIN',
  'EAI_MEMORY',
  'ERR_MEMORY_ALLOCATION_FAILED',
]);

interface Failure {
  code?: unknown;
  cause?: unknown;
  driverError?: unknown;
  errors?: unknown;
}

/**
 * Returns whether an error, or one that it wraps, means that this process or its machine lacks file descriptors or memory.
 * Neither the caller nor the other end is at fault then, and a retry is likely to succeed.
 */
export function isLocalShortage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause, driverError, errors } = error as Failure;
  if (typeof code === 'string' && CODES.has(code)) return true;
  const inner: unknown[] = Array.isArray(errors) ? errors : [];
  return [cause, driverError, ...inner].some(isLocalShortage);
}
