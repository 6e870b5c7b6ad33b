/** What the kernel reports when this process or its machine has no descriptors or memory left. */
const CODES = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS)$/;

/** Whether an error, or what it wraps, is a shortage of descriptors or memory here, which is nobody else's fault. */
export function isLocalShortage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError, cause } = error as { code?: unknown; driverError?: unknown; cause?: unknown };
  if (typeof code === 'string' && CODES.test(code)) return true;
  return isLocalShortage(driverError) || isLocalShortage(cause);
}
