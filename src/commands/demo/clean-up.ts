/** What has to be undone at the end, last thing first. One failure does not keep the rest from being undone. */
export class CleanUp {
  private readonly actions: (() => Promise<unknown>)[] = [];

  add(action: () => Promise<unknown>): void {
    this.actions.push(action);
  }

  /** Answers what could not be undone. */
  async run(): Promise<Error[]> {
    const failures: Error[] = [];
    for (const action of this.actions.splice(0).reverse()) {
      await action().catch((error: unknown) => failures.push(error as Error));
    }
    return failures;
  }
}
