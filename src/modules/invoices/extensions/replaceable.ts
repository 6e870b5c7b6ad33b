/** A part of the service that one extension can replace. */
export class Replaceable<T> {
  private replaced = false;

  constructor(private implementation: T) {}

  get current(): T {
    return this.implementation;
  }

  /** @throws Error if another extension has replaced it already. */
  use(implementation: T): void {
    if (this.replaced) throw new Error('Two extensions replace the same part of the service');
    this.replaced = true;
    this.implementation = implementation;
  }
}
