// Prepares openapi.json for the generators.

/** Names that would be too general in a file that imports them: Event and Notification are also types of browsers. */
const RENAMED = {
  Event: 'UsageEvent',
  CreateEvent: 'CreateUsageEvent',
  CreateEvents: 'CreateUsageEvents',
  Connection: 'ProviderConnection',
  PutConnection: 'PutProviderConnection',
  Notification: 'ProviderNotification',
};

/**
 * Returns the document without error responses, headers and webhook requests: the client throws errors as
 * `ApiError`, sets headers itself, and receives webhooks as the components of `WebhookEvent`.
 */
export function prepare(original) {
  const document = renamed(original);
  document.components = { schemas: document.components.schemas };
  delete document.webhooks;
  for (const operation of Object.values(document.paths).flatMap((it) => Object.values(it))) {
    const parameters = operation.parameters ?? [];
    operation.isKeyed = parameters.some((it) => it.name === 'Idempotency-Key');
    operation.parameters = parameters.filter((it) => it.in !== 'header');
    operation.responses = successes(operation.responses);
  }
  return document;
}

function successes(responses) {
  const kept = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return Object.fromEntries(kept.map(([status, { headers: _, ...response }]) => [status, response]));
}

function renamed(document) {
  const nameOf = (name) => RENAMED[name] ?? name;
  const text = JSON.stringify(document, (key, value) => {
    if (typeof value === 'string')
      return value.replace(/^#\/components\/schemas\/(.+)$/, (ref, name) => ref.replace(name, nameOf(name)));
    if (key !== 'schemas') return value;
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [nameOf(name), schema]));
  });
  return JSON.parse(text);
}

/** Returns `invoice.finalized` or `wallet_transactions` in Pascal case. */
export function pascal(name) {
  return name.replace(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase());
}
