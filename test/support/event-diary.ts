import { eventually } from './eventually';
import { RecordingReceiver } from './recording-receiver';
import type { TestOrganization } from './test-app';
import { listOf, type EventBody, type WebhookBody } from './wire';

/** The order of event kinds within one transaction: the table of spec/event-catalog.md. */
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

/** The kinds as one transaction has to tell them: subscription.terminated comes after all that it caused. */
export function inCatalogueOrder(kinds: readonly string[]): string[] {
  const place = (kind: string): number =>
    kind === 'subscription.terminated' ? CATALOGUE_ORDER.length : CATALOGUE_ORDER.indexOf(kind);
  return [...kinds].sort((a, b) => place(a) - place(b));
}

/** What an honest receiver gets of one organization, step by step; everything is asked of the public API. */
export class EventDiary {
  /** All events that arrived, in the order of their ids within each step. */
  readonly events: EventBody[] = [];

  private constructor(
    private readonly organization: TestOrganization,
    private readonly receiver: RecordingReceiver,
    private readonly arrived: EventBody[],
  ) {}

  /** Registers an endpoint for every kind. */
  static async begin(organization: TestOrganization): Promise<EventDiary> {
    const receiver = await RecordingReceiver.start();
    const arrived: EventBody[] = [];
    receiver.answer = (_, body) => {
      arrived.push(JSON.parse(body.toString()) as EventBody);
      return { status: 200 };
    };
    await organization.post('/v1/webhook_endpoints', { url: receiver.url('/') }).expect(201);
    return new EventDiary(organization, receiver, arrived);
  }

  /**
   * The kinds that arrived since the last step, in the order of the events: once there are as many as expected,
   * and as many as deliveries are on record. A list of the wrong length is answered too, after a while.
   */
  async next(expected: number): Promise<string[]> {
    const known = this.events.length;
    const isComplete = async (): Promise<boolean> => {
      const { total } = await listOf(this.organization.get('/v1/webhook_endpoints/hooks/list?limit=1'));
      return total === this.arrived.length && total >= known + expected;
    };
    await eventually(async () => ((await isComplete()) ? true : null), 5000).catch(() => undefined);
    const news = this.arrived.slice(known).sort((a, b) => (a.id < b.id ? -1 : 1));
    this.events.push(...news);
    return news.map((it) => it.webhook_type);
  }

  /** The deliveries that are on record, of the endpoint. */
  async deliveries(): Promise<WebhookBody[]> {
    return (await listOf<WebhookBody>(this.organization.get('/v1/webhook_endpoints/hooks/list?limit=1000')))
      .items;
  }

  /** Arrivals, repetitions included. */
  get arrivals(): number {
    return this.arrived.length;
  }

  end(): Promise<void> {
    return this.receiver.stop();
  }
}
