import { anEndpoint } from './builders';
import { eventually } from './eventually';
import { RecordingReceiver } from './recording-receiver';
import type { TestOrganization } from './test-app';
import { listOf, type EventBody, type WebhookBody } from './wire';

/** The order of event kinds within one transaction, as `docs/webhooks.md` lists them. */
export const CATALOGUE_ORDER = [
  'customer.created',
  'customer.updated',
  'subscription.created',
  'subscription.started',
  'subscription.trial_ended',
  'subscription.plan_changed',
  'subscription.canceled',
  'subscription.terminated',
  'usage_threshold.crossed',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.voided',
  'payment.created',
  'payment.succeeded',
  'payment.failed',
  'credit_note.created',
  'credit_note.finalized',
  'wallet.created',
  'wallet.transaction.created',
  'wallet.terminated',
  'payment_request.created',
  'payment_request.payment_succeeded',
  'payment_request.payment_failed',
];

/** Sorts kinds as one transaction emits them: subscription.terminated follows every event that it causes. */
export function inCatalogueOrder(kinds: readonly string[]): string[] {
  const position = (kind: string): number =>
    kind === 'subscription.terminated' ? CATALOGUE_ORDER.length : CATALOGUE_ORDER.indexOf(kind);
  return [...kinds].sort((a, b) => position(a) - position(b));
}

/**
 * Records which events of an organization a well-behaved receiver gets at each step. Uses only the public
 * API.
 */
export class EventDiary {
  /** All events received, sorted by ID within each step. */
  readonly events: EventBody[] = [];

  private constructor(
    private readonly organization: TestOrganization,
    private readonly receiver: RecordingReceiver,
    private readonly arrived: EventBody[],
  ) {}

  /** Registers an endpoint that subscribes to every kind. */
  static async begin(organization: TestOrganization): Promise<EventDiary> {
    const receiver = await RecordingReceiver.start();
    const arrived: EventBody[] = [];
    receiver.answer = (_, body) => {
      arrived.push(JSON.parse(body.toString()) as EventBody);
      return { status: 200 };
    };
    await anEndpoint(organization, receiver.url('/'));
    return new EventDiary(organization, receiver, arrived);
  }

  /**
   * Returns the kinds received since the last step, sorted by event ID. Waits up to 5 seconds until the
   * expected number of events and every existing delivery have arrived, then returns what has arrived.
   */
  async next(expected: number): Promise<string[]> {
    const known = this.events.length;
    const isComplete = async (): Promise<boolean> => {
      const { total } = await listOf(this.organization.get('/v1/webhook_endpoints/hooks/list?limit=1'));
      return total === this.arrived.length && total >= known + expected;
    };
    await eventually(async () => ((await isComplete()) ? true : null), 5000).catch(() => undefined);
    const arrivals = this.arrived.slice(known).sort((a, b) => (a.id < b.id ? -1 : 1));
    this.events.push(...arrivals);
    return arrivals.map((it) => it.webhook_type);
  }

  /** Returns the deliveries to the endpoint. */
  async deliveries(): Promise<WebhookBody[]> {
    return (await listOf<WebhookBody>(this.organization.get('/v1/webhook_endpoints/hooks/list?limit=1000')))
      .items;
  }

  /** Number of requests received, redeliveries included. */
  get arrivals(): number {
    return this.arrived.length;
  }

  end(): Promise<void> {
    return this.receiver.stop();
  }
}
