/** One part of the service that an extension may take over, once. */
export class Replaceable<T> {
  private replaced = false;

  constructor(private implementation: T) {}

  get current(): T {
    return this.implementation;
  }

  /** @throws Error if another extension has taken it over already. */
  use(implementation: T): void {
    if (this.replaced) throw new Error('Two extensions replace the same part of the service');
    this.replaced = true;
    this.implementation = implementation;
  }
}
