/**
 * An extension broke its contract: it threw, returned something that its point does not accept, or took too long. The
 * request fails with 500, a job sets the row aside, and the message names the extension.
 */
export class ExtensionFailedError extends Error {
  constructor(
    readonly point: string,
    readonly extension: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`The extension ${extension} of "${point}" failed: ${reason}`, options);
  }
}
