import { isFields, numberAt, textAt, textsAt, type Fields } from './json';
import { newId } from './ids';
import { PROVIDERS } from './ledger';

/** Faults of the connection: what the caller sees, and whether the request has its effect. */
const TRANSPORT = [
  'hang',
  'time_out_and_succeed',
  'error_500',
  'error_500_after',
  'reset',
  'reset_after',
  'rate_limit',
  'down',
] as const;
/** What becomes of an attempt to pay. */
const OUTCOMES = [
  'succeed',
  'decline',
  'requires_action',
  'processing',
  'late_failure',
  'late_success',
] as const;
const NOTIFICATIONS = ['notify_twice', 'out_of_order', 'lose_notification', 'delay_notification'] as const;
export const MODES = [...TRANSPORT, ...OUTCOMES, ...NOTIFICATIONS] as const;

export type TransportMode = (typeof TRANSPORT)[number];
export type OutcomeMode = (typeof OUTCOMES)[number];
export type NotificationMode = (typeof NOTIFICATIONS)[number];

/** What a rule may be limited to. */
interface Match {
  customer: string | null;
  amount: number | null;
  metadata: Record<string, string>;
}

export interface Rule {
  id: string;
  provider: string | null;
  account: string | null;
  mode: (typeof MODES)[number];
  /** A route such as `payment_intents.confirm`, or `pay`, `refund` or `setup` for outcomes. */
  operation: string | null;
  /** The beginning of an event's type, for notifications. */
  event: string | null;
  match: Match;
  code: string | null;
  delay_ms: number | null;
  /** How often it applies; null: always. */
  times: number | null;
}

/** What a rule is compared with. */
export interface Occasion {
  provider: string;
  account: string;
  operation?: string;
  event?: string;
  customer?: string | null;
  amount?: number;
  metadata?: Readonly<Record<string, string>>;
}

/** The rules that a test has set, used in the order in which they came. */
export class Script {
  private rules: Rule[] = [];

  /** @throws Error if the rule makes no sense */
  add(body: unknown): Rule {
    const rule = ruleOf(body);
    this.rules.push(rule);
    return rule;
  }

  list(): readonly Rule[] {
    return this.rules;
  }

  clear(): void {
    this.rules = [];
  }

  transport(occasion: Occasion): (Rule & { mode: TransportMode }) | null {
    return this.take(TRANSPORT, occasion);
  }

  outcome(occasion: Occasion): (Rule & { mode: OutcomeMode }) | null {
    return this.take(OUTCOMES, occasion);
  }

  notification(occasion: Occasion): (Rule & { mode: NotificationMode }) | null {
    return this.take(NOTIFICATIONS, occasion);
  }

  private take<M extends Rule['mode']>(modes: readonly M[], occasion: Occasion): (Rule & { mode: M }) | null {
    const found = this.rules.find((it) => isOneOf(it.mode, modes) && applies(it, occasion));
    if (found === undefined) return null;
    if (found.times !== null) {
      found.times--;
      if (found.times <= 0) this.rules = this.rules.filter((it) => it !== found);
    }
    return found as Rule & { mode: M };
  }
}

function isOneOf<M extends string>(mode: string, modes: readonly M[]): mode is M {
  return (modes as readonly string[]).includes(mode);
}

function applies(rule: Rule, it: Occasion): boolean {
  const { customer, amount, metadata } = rule.match;
  return (
    (rule.provider ?? it.provider) === it.provider &&
    (rule.account ?? it.account) === it.account &&
    (it.operation === undefined || operationFits(rule, it.operation)) &&
    (it.event === undefined || it.event.startsWith(rule.event ?? '')) &&
    (customer === null || customer === it.customer) &&
    (amount === null || amount === it.amount) &&
    Object.entries(metadata).every(([key, value]) => it.metadata?.[key] === value)
  );
}

/**
 * Without an operation, a fault of the connection is for what changes something, and an outcome for payments; reads,
 * refunds and setups have to be named.
 */
function operationFits({ mode, operation: wanted }: Rule, operation: string): boolean {
  if (wanted !== null) return wanted === '*' || wanted === operation;
  return isOneOf(mode, OUTCOMES) ? operation === 'pay' : !/\.(get|list)$/.test(operation);
}

function ruleOf(body: unknown): Rule {
  if (!isFields(body)) throw new Error('A rule is a JSON object.');
  const mode = MODES.find((it) => it === body.mode);
  if (mode === undefined) throw new Error(`mode must be one of ${MODES.join(', ')}.`);
  const provider = textAt(body, 'provider');
  if (provider !== null && !isOneOf(provider, PROVIDERS)) {
    throw new Error(`provider must be one of ${PROVIDERS.join(', ')}.`);
  }
  const times = body.times === null || body.times === 0 ? null : (numberAt(body, 'times') ?? 1);
  const text = (key: string): string | null => textAt(body, key);
  const about = { provider, account: text('account'), operation: text('operation'), event: text('event') };
  const details = { code: text('code'), delay_ms: numberAt(body, 'delay_ms'), times };
  return { id: newId('rule_'), mode, ...about, match: matchOf(body), ...details };
}

function matchOf(body: Fields): Match {
  const match = isFields(body.match) ? body.match : {};
  return {
    customer: textAt(match, 'customer'),
    amount: numberAt(match, 'amount'),
    metadata: textsAt(match, 'metadata'),
  };
}
