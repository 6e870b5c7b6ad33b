import { Clock } from './clock';
import { Ledger, type ProviderName } from './ledger';
import { Notifier } from './notifier';
import { Schedule } from './schedule';
import { Script, type Occasion, type OutcomeMode } from './script';
import { State } from './state';

/** A request that reached a provider, for tests that count them. */
export interface CallRecord {
  provider: ProviderName;
  account: string;
  operation: string;
  fault: string | null;
}

/** What becomes of an attempt to pay, and why. */
export interface Verdict {
  mode: OutcomeMode;
  code: string | null;
  delayMs: number;
}

const CALLS_KEPT = 100_000;

/** What all providers of the sandbox share. */
export class Core {
  readonly clock = new Clock();
  readonly script = new Script();
  readonly state: State;
  readonly ledger: Ledger;
  readonly schedule: Schedule;
  readonly notifier: Notifier;
  readonly calls: CallRecord[] = [];
  /** Where each provider is served; set before the first request. */
  readonly urls = new Map<ProviderName, string>();

  constructor(
    folder: string | null,
    /** How long a bank takes, in milliseconds of the sandbox's clock. */
    readonly bankDelayMs: number,
  ) {
    this.state = new State(folder);
    this.ledger = new Ledger(this.state, this.clock);
    this.schedule = new Schedule(this.state, this.clock);
    this.notifier = new Notifier(this.state, this.script);
    const forget = (): void => void this.calls.splice(0, this.calls.length - CALLS_KEPT);
    setInterval(forget, 60_000).unref();
  }

  /** Decides by the script, else by the behavior of the method or of the button that was clicked. */
  verdict(occasion: Occasion, behavior: string | null): Verdict {
    const rule = this.script.outcome(occasion);
    if (rule !== null) {
      return { mode: rule.mode, code: rule.code, delayMs: rule.delay_ms ?? this.bankDelayMs };
    }
    const [mode = 'succeed', code = null] = (behavior ?? 'succeed').split(':');
    return { mode: isOutcome(mode) ? mode : 'succeed', code, delayMs: this.bankDelayMs };
  }
}

const BEHAVIORS: ReadonlySet<string> = new Set<OutcomeMode>([
  'succeed',
  'decline',
  'requires_action',
  'processing',
  'late_failure',
  'late_success',
]);

function isOutcome(mode: string): mode is OutcomeMode {
  return BEHAVIORS.has(mode);
}
