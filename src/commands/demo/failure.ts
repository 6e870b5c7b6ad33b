import type {
  CreatedWebhookEndpoint,
  Customer,
  CustomerUpdatedEvent,
  Problem,
  WebhookDelivery,
} from '@billing-service/sdk';
import { clockTime, short } from './narrator';
import type { ReceivedWebhook } from './receiver';
import { DELIVERIES, type Stage } from './stage';

const PATH = '/failing';
const HEALTHY_PATH = '/webhooks';
const MINUTE_MS = 60_000;

/** A delivery whose first attempt got a 503. */
export interface Failure {
  endpoint: CreatedWebhookEndpoint;
  firstWebhook: ReceivedWebhook;
  /** The delivery after its first attempt. */
  delivery: WebhookDelivery;
}

/** Delivers to a second receiver, which returns 503. The delivery stays pending until its next attempt. */
export async function showFailure(stage: Stage, customer: Customer): Promise<Failure> {
  const { api, narrator, receiver } = stage;
  stage.step('A second receiver that fails');
  receiver.broken.add(PATH);
  const endpoint = await stage.addEndpoint(PATH, ['customer.updated']);
  await api.expect<Customer>(200, 'PUT', `/v1/customers/${customer.id}`, {
    name: 'Jane Doe and Daughters Ltd.',
  });
  const [healthy, failing] = [await stage.arrival(HEALTHY_PATH, 2), await stage.arrival(PATH, 1)];
  narrator.say('PUT /v1/customers/{id} changes the name: customer.updated goes to both endpoints.');
  narrator.verify('both receive the same event, byte for byte', healthy.body.equals(failing.body));
  narrator.verify(
    'the event names the changed field: name',
    (JSON.parse(failing.body.toString()) as CustomerUpdatedEvent).changed,
    ['name'],
  );
  await stage.delivery(healthy.headers['x-svc-webhook-id'] ?? '', (it) => it.status !== 'pending');

  const delivery = await showPending(stage, failing.headers['x-svc-webhook-id'] ?? '');
  return { endpoint, firstWebhook: failing, delivery };
}

async function showPending(stage: Stage, id: string): Promise<WebhookDelivery> {
  const { api, narrator } = stage;
  const delivery = await stage.delivery(id, (it) => it.http_status !== null);
  showRecord(stage, delivery);
  const { status, http_status, retries } = delivery;
  narrator.verify(
    'the delivery is still pending after a 503',
    [status, http_status, retries],
    ['pending', 503, 0],
  );
  narrator.verify('the first retry is due 2 minutes later', minutesUntilNext(delivery), 2);
  const refused = await api.send<Problem>('POST', `${DELIVERIES}/${id}/retry`);
  narrator.verify(
    'a manual retry of a pending delivery is refused with 400 invalid_state',
    [refused.status, refused.body.code],
    [400, 'invalid_state'],
  );
  return delivery;
}

function showRecord({ narrator }: Stage, delivery: WebhookDelivery): void {
  const { id, status, http_status, error_message, retries, max_retries, next_attempt_at } = delivery;
  narrator.say(`GET ${DELIVERIES}/${short(id)}`);
  narrator.show({
    status,
    http_status,
    error_message,
    retries: `${retries} of ${max_retries}`,
    next_attempt_at,
  });
}

/**
 * Moves the test clock to each retry, until the delivery has failed. Returns false if the service has no test clock.
 */
export async function letRetriesRunOut(stage: Stage, { delivery }: Failure): Promise<boolean> {
  const { api, narrator } = stage;
  if ((await stage.testClock()) === null) {
    stage.step('The retries and the manual retry: skipped');
    narrator.say(
      'Retries are 2, 4, 8, 16 and 32 minutes apart, and only a failed delivery can be retried manually.',
      'This service runs without TEST_CLOCK=on, so the demo cannot move its time. To see the rest, run the demo',
      'without --url, or start a test environment with TEST_CLOCK=on.',
    );
    return false;
  }
  stage.step('The retries, with the test clock moved forward instead of waiting an hour');
  narrator.say(
    'The clock moves for the whole service: its schedules run, and its time cannot be moved back.',
  );
  let current = delivery;
  for (let retry = 1; retry <= delivery.max_retries; retry++) {
    const minutes = minutesUntilNext(current);
    const now = current.next_attempt_at;
    await api.expect(200, 'PUT', '/v1/test_clock', { now });
    current = await stage.delivery(delivery.id, (it) => it.retries === retry);
    narrator.verify(
      `PUT /v1/test_clock ${clockTime(now ?? '')}: retry ${retry}, ${2 ** retry} minutes later, gets a 503`,
      [minutes, current.retries, current.http_status],
      [2 ** retry, retry, 503],
    );
  }
  await showFailed(stage, current);
  return true;
}

async function showFailed(stage: Stage, delivery: WebhookDelivery): Promise<void> {
  const { narrator } = stage;
  const attempts = await stage.attempts(delivery.id);
  narrator.say(`GET ${DELIVERIES}/${short(delivery.id)}/delivery_attempts`);
  for (const it of attempts) {
    narrator.say(`  attempt ${it.attempt_number}   ${it.attempted_at}   HTTP ${it.http_status ?? 'none'}`);
  }
  narrator.verify(
    `${delivery.max_retries + 1} attempts are recorded, none of them successful`,
    attempts.map((it) => [it.attempt_number, it.success]),
    Array.from({ length: delivery.max_retries + 1 }, (_, index) => [index + 1, false]),
  );
  showRecord(stage, delivery);
  const { status, retries, max_retries, next_attempt_at } = delivery;
  narrator.verify(
    'the delivery has failed, and no further attempt is due',
    [status, retries, next_attempt_at],
    ['failed', max_retries, null],
  );
}

/** Repairs the receiver and retries the failed delivery manually. */
export async function retryByHand(
  stage: Stage,
  { endpoint, firstWebhook, delivery }: Failure,
): Promise<void> {
  const { api, narrator, receiver } = stage;
  stage.step('The receiver is repaired, and the delivery retried manually');
  receiver.broken.delete(PATH);
  const queued = await api.expect<WebhookDelivery>(200, 'POST', `${DELIVERIES}/${delivery.id}/retry`);
  narrator.verify('POST .../retry returns 200, and the delivery is pending again', queued.status, 'pending');
  const attempt = delivery.max_retries + 2;
  const webhook = await stage.arrival(PATH, attempt);
  narrator.verify(
    `attempt ${attempt} arrives with the ID and the bytes of attempt 1`,
    [webhook.headers['x-svc-attempt'], webhook.headers['webhook-id'], webhook.body.equals(firstWebhook.body)],
    [String(attempt), firstWebhook.headers['webhook-id'], true],
  );
  await stage.verifySignatures(endpoint.secret, webhook);
  const { status, retries, http_status } = await stage.delivery(delivery.id, (it) => it.status !== 'pending');
  narrator.verify(
    'the delivery is recorded as succeeded',
    [status, http_status, retries],
    ['succeeded', 200, delivery.max_retries + 1],
  );
}

/** Returns the minutes from the last change to the delivery until its next attempt, both on the service's clock. */
function minutesUntilNext(delivery: WebhookDelivery): number | null {
  const { next_attempt_at: next, updated_at: recorded } = delivery;
  return next === null ? null : (Date.parse(next) - Date.parse(recorded)) / MINUTE_MS;
}
