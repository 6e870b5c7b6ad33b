type Listener = () => void;

/** Where requests of an expired session wait until the user has signed in again. */
class SessionGate {
  private isShut = false;
  private readonly listeners = new Set<Listener>();
  private waiting: Listener[] = [];

  /** Resolves once the user has signed in again. */
  signedInAgain(signal: AbortSignal): Promise<void> {
    this.set(true);
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      this.waiting.push(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
    });
  }

  /** Repeats what waits. */
  open(): void {
    const { waiting } = this;
    this.waiting = [];
    this.set(false);
    for (const resume of waiting) resume();
  }

  readonly subscribe = (listener: Listener): Listener => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly isExpired = (): boolean => this.isShut;

  private set(isShut: boolean): void {
    this.isShut = isShut;
    for (const listener of this.listeners) listener();
  }
}

export const sessionGate = new SessionGate();
