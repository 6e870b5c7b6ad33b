/**
 * An extension broke the contract of its point (docs/extending.md#a-failing-extension): it threw, returned an invalid
 * result or took too long. A request fails with 500; a job sets the record aside. The message names the extension.
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

  /** Returns the message without the reason, which may contain details that API users must not see. */
  get summary(): string {
    return `The extension ${this.extension} of "${this.point}" failed.`;
  }
}
