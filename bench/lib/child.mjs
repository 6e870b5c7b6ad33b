import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { once } from 'node:events';

const CALLS = createRequire(import.meta.url).resolve('./calls.cjs');
const running = new Set();

/** A child process of the benchmark, whose functions the parent can call (see calls.cjs). */
export class Child {
  #process;
  #pending = new Map();
  #lastCall = 0;
  #output = '';

  /** @param options.env replaces the environment, except PATH and a few other variables */
  constructor(script, { args = [], env = {}, execArgv = [] } = {}) {
    this.#process = fork(script, args, {
      env: { ...process.env, ...env },
      execArgv: ['--require', CALLS, ...execArgv],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    running.add(this);
    const keep = (text) => (this.#output = (this.#output + text).slice(-20_000));
    this.#process.stdout.on('data', keep);
    this.#process.stderr.on('data', keep);
    this.#process.on('message', ({ call, result, error }) => this.#settle(call, result, error));
    this.#process.on('exit', () => this.#ended());
  }

  get pid() {
    return this.#process.pid;
  }

  /** Calls a function that the child has exposed, and waits for its result. */
  call(name, ...args) {
    if (this.#process.exitCode !== null)
      return Promise.reject(new Error(`The process has ended:\n${this.#output}`));
    const call = ++this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#pending.set(call, { resolve, reject });
      this.#process.send({ call, name, args });
    });
  }

  /** Waits until the child prints text that matches. Returns the match. */
  async printed(pattern) {
    for (;;) {
      const match = pattern.exec(this.#output);
      if (match !== null) return match;
      if (this.#process.exitCode !== null) throw new Error(`The process has ended:\n${this.#output}`);
      await Promise.race([once(this.#process.stdout, 'data'), once(this.#process, 'exit')]);
    }
  }

  async stop(signal = 'SIGTERM') {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill(signal);
    await once(this.#process, 'exit');
  }

  #settle(call, result, error) {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(error));
  }

  #ended() {
    running.delete(this);
    for (const { reject } of this.#pending.values())
      reject(new Error(`The process has ended:\n${this.#output}`));
    this.#pending.clear();
  }
}

export async function stopChildren() {
  await Promise.all([...running].map((child) => child.stop('SIGKILL')));
}
