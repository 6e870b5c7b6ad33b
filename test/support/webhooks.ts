import { eventually } from './eventually';
import type { MisbehavingReceiver, ReceivedRequest } from './misbehaving-receiver';
import type { TestOrganization } from './test-app';
import { bodyOf, listOf, type AttemptBody, type WebhookBody } from './wire';

/** Returns the organization's deliveries that match the query, newest first. */
export async function deliveriesOf(organization: TestOrganization, query = ''): Promise<WebhookBody[]> {
  return (await listOf<WebhookBody>(organization.get(`/v1/webhook_endpoints/hooks/list${query}`))).items;
}

/** Returns a delivery. */
export function deliveryOf(organization: TestOrganization, id: string): Promise<WebhookBody> {
  return bodyOf(organization.get(`/v1/webhook_endpoints/hooks/${id}`));
}

/** Returns all attempts of a delivery. */
export function attemptsOf(organization: TestOrganization, id: string): Promise<AttemptBody[]> {
  return bodyOf(organization.get(`/v1/webhook_endpoints/hooks/${id}/delivery_attempts`));
}

/** Waits until a delivery satisfies `condition`. */
export function untilDelivery(
  organization: TestOrganization,
  id: string,
  condition: (delivery: WebhookBody) => boolean,
): Promise<WebhookBody> {
  return eventually(async () => {
    const delivery = await deliveryOf(organization, id);
    return condition(delivery) ? delivery : null;
  });
}

/** Waits until a delivery has succeeded or failed. */
export function ended(organization: TestOrganization, id: string): Promise<WebhookBody> {
  return untilDelivery(organization, id, (it) => it.status !== 'pending');
}

/** Waits until a delivery has this many recorded attempts. */
export function untilAttempts(
  organization: TestOrganization,
  id: string,
  count: number,
): Promise<AttemptBody[]> {
  return eventually(async () => {
    const attempts = await attemptsOf(organization, id);
    return attempts.length >= count ? attempts : null;
  });
}

/** Waits for the first delivery that matches the query. */
export function firstDelivery(organization: TestOrganization, query: string): Promise<WebhookBody> {
  return eventually(async () => (await deliveriesOf(organization, query)).at(0));
}

/** Waits for the first request that satisfies `condition`. */
export async function received(
  receiver: MisbehavingReceiver,
  condition: (request: ReceivedRequest) => boolean,
): Promise<ReceivedRequest> {
  await receiver.until((it) => it.requests.some(condition));
  const request = receiver.requests.find(condition);
  if (request === undefined) throw new Error('unreachable');
  return request;
}
