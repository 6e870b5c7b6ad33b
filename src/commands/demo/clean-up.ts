/** Actions to run at the end, in reverse order. A failing action does not prevent the others. */
export class CleanUp {
  private readonly actions: (() => Promise<unknown>)[] = [];

  add(action: () => Promise<unknown>): void {
    this.actions.push(action);
  }

  /** Returns the errors of the actions that failed. */
  async run(): Promise<Error[]> {
    const failures: Error[] = [];
    for (const action of this.actions.splice(0).reverse()) {
      await action().catch((error: unknown) => failures.push(error as Error));
    }
    return failures;
  }
}
