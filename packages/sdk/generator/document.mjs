// Prepares openapi.json for the generators.

/**
 * Returns the document without error responses, headers and webhook requests: the client throws errors as
 * `ApiError`, sets headers itself, and receives webhooks as the components of `WebhookEvent`.
 */
export function prepare(original) {
  const document = renamed(withEvents(original));
  delete document.webhooks;
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      operation.isKeyed = (operation.parameters ?? []).some((it) => it.name === 'Idempotency-Key');
      operation.parameters = (operation.parameters ?? []).filter((it) => it.in !== 'header');
      operation.responses = successes(operation.responses);
    }
  }
  return document;
}

function successes(responses) {
  const kept = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return Object.fromEntries(kept.map(([status, { headers: _, ...response }]) => [status, response]));
}

/** Adds one component per webhook and their union, unless the document has them. */
function withEvents(document) {
  const { schemas } = document.components;
  if (schemas.WebhookEvent !== undefined) return document;
  const names = Object.entries(document.webhooks).map(([kind, { post }]) => {
    const name = `${pascal(kind)}Event`;
    schemas[name] = post.requestBody.content['application/json'].schema;
    return name;
  });
  schemas.WebhookEvent = { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
  return document;
}

const RENAMED = { WebhookDto: 'WebhookDelivery', EventDto: 'UsageEvent', CreateEventDto: 'CreateUsageEvent' };

function renamed(document) {
  const text = JSON.stringify(document, (key, value) => {
    if (key === '$ref') return value.replace(/[^/]+$/, schemaName);
    if (key !== 'schemas') return value;
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [schemaName(name), schema]));
  });
  return JSON.parse(text);
}

function schemaName(name) {
  return RENAMED[name] ?? name.replace(/Dto$/, '');
}

/** Returns `invoice.finalized` or `wallet_transactions` in Pascal case. */
export function pascal(name) {
  return name.replace(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase());
}
