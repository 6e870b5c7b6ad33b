import type { PreparedStatement, StatementRunner } from '../../../platform/database/prepared-statement';
import type { CountedPeriod } from '../metering/usage-period';
import {
  append,
  before,
  byPlace,
  replaced,
  type ChargedEvent,
  type ChargeRun,
  type Place,
} from './charge-run';
import { distinctOperation, numericValue, type DistinctOperation } from './event-value';
import type { EventCharge } from './event-charges';
import type { CountedMetric } from './usage-total';

/** Events read at once, so that a long recount does not block the event loop. */
const CHUNK = 2000;

/** Stored events of one metric in a billing period (none: before all periods), after a place and up to another one. */
const READ_EVENTS: PreparedStatement = {
  name: 'usage_recount_events',
  text: `
    SELECT timestamp, sequence, properties FROM usage_events
     WHERE organization_id = $1 AND subscription_id = $2 AND period_id IS NOT DISTINCT FROM $3 AND billable_metric_id = $4
       AND timestamp >= $5 AND (timestamp, sequence) > ($5, $6::bigint)
       AND timestamp <= $7 AND (timestamp, sequence) <= ($7, $8::bigint)
     ORDER BY timestamp, sequence LIMIT ${CHUNK}`,
};

/** What is known of values of a recurring unique_count at the start of a billing period that follows another one. */
const READ_CARRIED: PreparedStatement = {
  name: 'usage_recount_carried',
  text: `
    SELECT value_key, active FROM usage_distinct_values
     WHERE organization_id = $1 AND billable_metric_id = $2 AND value_key = ANY ($3)
       AND period_id = (SELECT id FROM usage_periods
                         WHERE organization_id = $1 AND subscription_id = $4 AND ends_at <= $5 AND id <> $6
                           AND (starts_at < $5 OR id < $6)
                         ORDER BY ends_at DESC, starts_at DESC, id DESC LIMIT 1)`,
};

/** A charge whose events did not come in the order in which they count. */
export interface ChargeToRecount {
  charge: EventCharge;
  metric: CountedMetric;
  run: ChargeRun;
  /** The events to add, in the order of their places. They are stored already. */
  events: readonly ChargedEvent[];
}

interface EventRow {
  timestamp: Date;
  sequence: string;
  properties: Record<string, unknown>;
}

const BEGINNING: Place = { at: 0, sequence: 0 };

/** Reads the events of one charge in one billing period again. The caller holds the subscription's lock. */
export class ChargeRecount {
  constructor(
    private readonly sql: StatementRunner,
    private readonly organizationId: string,
    private readonly period: CountedPeriod,
    private readonly late: ChargeToRecount,
  ) {}

  /**
   * Returns the state with the events in their places. It reads the events from the first of these places to the end of
   * the free allowance, beyond which the order is irrelevant; of a unique_count, all events of the period.
   */
  async run(): Promise<ChargeRun> {
    const { metric, run } = this.late;
    if (metric.aggregationType === 'unique_count') return this.ofDistinctValues();
    return run.order === undefined ? this.fromTheStart() : this.fromItsPlace();
  }

  private async fromTheStart(): Promise<ChargeRun> {
    let run: ChargeRun | undefined;
    for await (const events of this.read(BEGINNING, null))
      run = append(run, this.properties, events.map(charged));
    return run ?? this.late.run;
  }

  private async fromItsPlace(): Promise<ChargeRun> {
    const { run, events: added } = this.late;
    const end = run.order?.end ?? null;
    const isAdded = new Set(added.map((it) => it.sequence));
    const known = (events: readonly ChargedEvent[]): ChargedEvent[] =>
      events.filter((it) => !isAdded.has(it.sequence));
    const [first] = added;
    if (first === undefined) return run;
    const list: ChargedEvent[] = [];
    for await (const events of this.read(justBefore(first), end)) list.push(...events.map(charged));
    const start = before(run, known(list));
    let [was, now] = [append(start, this.properties, known(list)), append(start, this.properties, list)];
    let read: Place | null = end;
    // Without an end, everything is read already.
    for await (const rows of end === null ? [] : this.read(end, null)) {
      if ((now.order?.end ?? null) !== null) break;
      const events = rows.map(charged);
      was = append(was, this.properties, known(events));
      now = append(now, this.properties, events);
      read = events.at(-1) ?? read;
    }
    const rest = read === null ? [] : added.filter((it) => byPlace(it, read) > 0);
    return append(replaced(run, was, now), this.properties, rest);
  }

  private async ofDistinctValues(): Promise<ChargeRun> {
    let run: ChargeRun | undefined;
    const active = new Map<string, boolean>();
    const known = new Set<string>();
    await this.loadEarlier(active);
    for await (const rows of this.read(BEGINNING, null)) {
      const events = rows.map((it) => ({ ...it, operation: operationOf(it, this.late.metric) }));
      await this.loadCarried(events, active, known);
      const values = events.map(({ operation, ...it }) => ({ ...it, value: changeBy(operation, active) }));
      run = append(run, this.properties, values);
    }
    return run ?? this.late.run;
  }

  /** Carries out operations from before the first billing period of a subscription that began in the past. */
  private async loadEarlier(active: Map<string, boolean>): Promise<void> {
    const { metric } = this.late;
    if (!metric.recurring) return;
    const upTo = { at: this.period.from.getTime() - 1, sequence: Number.MAX_SAFE_INTEGER };
    for await (const events of this.read(BEGINNING, upTo, null)) {
      for (const event of events) changeBy(operationOf(event, metric), active);
    }
  }

  /** Adds what the billing period before says about the values of these events. */
  private async loadCarried(
    events: readonly { operation: DistinctOperation | null }[],
    active: Map<string, boolean>,
    known: Set<string>,
  ): Promise<void> {
    const { metric } = this.late;
    const keys = new Set(events.flatMap(({ operation }) => (operation === null ? [] : [operation.key])));
    const unknown = [...keys].filter((key) => !known.has(key));
    if (!metric.recurring || unknown.length === 0) return;
    for (const key of unknown) known.add(key);
    const { id, subscriptionId, from } = this.period;
    const values = [this.organizationId, metric.id, unknown, subscriptionId, from, id];
    const carried = await this.sql.query<{ value_key: string; active: boolean }>(READ_CARRIED, values);
    for (const row of carried) active.set(row.value_key, row.active);
  }

  private get properties(): EventCharge['properties'] {
    return this.late.charge.properties;
  }

  /** Yields the events after a place, in the order in which they count, up to and with another one. */
  private async *read(
    after: Place,
    upTo: Place | null,
    periodId: string | null = this.period.id,
  ): AsyncGenerator<(ChargedEvent & Pick<EventRow, 'properties'>)[]> {
    const { subscriptionId, to } = this.period;
    const last = upTo ?? { at: to.getTime(), sequence: Number.MAX_SAFE_INTEGER };
    for (let from = after; ;) {
      const rows = await this.sql.query<EventRow>(READ_EVENTS, [
        ...[this.organizationId, subscriptionId, periodId, this.late.metric.id],
        ...[new Date(from.at), from.sequence, new Date(last.at), last.sequence],
      ]);
      const events = rows.map((row) => eventOf(row, this.late.metric));
      if (events.length > 0) yield events;
      const end = events.at(-1);
      if (end === undefined || events.length < CHUNK) return;
      from = end;
    }
  }
}

function eventOf(row: EventRow, { fieldName }: CountedMetric): ChargedEvent & Pick<EventRow, 'properties'> {
  const value = fieldName === null ? null : numericValue(row.properties[fieldName]);
  return {
    at: row.timestamp.getTime(),
    sequence: Number(row.sequence),
    value: value ?? '0',
    properties: row.properties,
  };
}

function charged({ at, sequence, value }: ChargedEvent): ChargedEvent {
  return { at, sequence, value };
}

function justBefore({ at, sequence }: Place): Place {
  return { at, sequence: sequence - 1 };
}

function operationOf(
  { properties }: Pick<EventRow, 'properties'>,
  { fieldName }: CountedMetric,
): DistinctOperation | null {
  return fieldName === null ? null : distinctOperation(properties, fieldName);
}

/** Returns by how much an operation changes the number of active values, and carries it out. */
function changeBy(operation: DistinctOperation | null, active: Map<string, boolean>): string {
  if (operation === null) return '0';
  const change = Number(operation.active) - Number(active.get(operation.key) ?? false);
  active.set(operation.key, operation.active);
  return String(change);
}
