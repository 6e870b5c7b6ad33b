import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ADDED_FIELD_EXTENSION } from '../extensions';
import { EventEnvelopeDto } from './event-envelope.dto';
import { eventKinds } from '../outbox/event-catalogue';
import { ADMIN_SECURITY, completeOperations } from './operations';
import { ProblemDto } from './problem.dto';
import { nameComponents } from './component-names';
import { orderKeys } from './key-order';
import { toNullableTypes } from './nullable';
import { orderPaths } from './path-order';
import { nameIntegerSizes } from './integers';
import { shareParameters } from './shared-parameters';
import { shareResponses } from './shared-responses';
import { removeToldExamples } from './told-examples';
import { withPayloadsInPlace } from './schema-order';
import { WEBHOOKS_TAG, eventSchemas, webhookOperations } from './webhook-operations';

const DESCRIPTION = `Multi-tenant billing service: from customers and usage events to invoices and payments, with signed
webhooks for every change.

**Start here:** run the operations from top to bottom. \`POST /v1/organizations\` needs no key, unless the operator has set an
\`ADMIN_TOKEN\`: then press *Authorize* and enter it under \`admin\`. This page uses the key of the new organization at once, and
fills ids of what you create into paths and bodies. It keeps keys and ids in memory only.

**The order of a story:** organization → webhook endpoint (\`"url": "inbox"\` needs no receiver) → customer → billable metric →
plan → subscription → usage events → invoice → payment → credit note.

**Money** is in integers of the minor unit (\`amount_cents\`: 4900 is EUR 49.00, and JPY 4,900). Prices of units, rates and
credits are decimal strings in major units (\`"0.0025"\`). Never use floating-point numbers.

**Webhooks** are signed: \`X-Svc-Signature\` is the hex HMAC-SHA256 of the raw body with the secret of the endpoint; compare in
constant time. Receivers that speak Standard Webhooks find \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`.

**Requests:** every POST with an API key accepts \`Idempotency-Key\`. Lists accept \`limit\` with \`skip\` or a cursor (\`after\`,
\`before\`), link to the next and previous page in \`Link\`, and return the number of all matches in \`X-Total-Count\`. Bodies
accept your own keys instead of ids (\`external_customer_id\`, \`plan_code\`). Errors are RFC 9457 problems with a stable \`code\`.`;

type SchemasObject = NonNullable<OpenAPIObject['components']>['schemas'];

/** A group of operations. */
export interface ApiGroup {
  name: string;
  description: string;
}

/**
 * Builds the OpenAPI 3.1 document from the routes, their DTO classes and the event catalogue.
 *
 * @param groups in their order; groups that it does not name follow, in that of the routes.
 */
export function buildOpenApi(app: INestApplication, groups: readonly ApiGroup[] = []): OpenAPIObject {
  const payloads = eventKinds().flatMap((it) => (it.payload === undefined ? [] : [it.payload]));
  const document = SwaggerModule.createDocument(app, description(), {
    extraModels: [ProblemDto, EventEnvelopeDto, ...payloads],
    operationIdFactory: (_, method) => method,
  });
  completeOperations(document);
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...(eventSchemas() as SchemasObject) },
  };
  const complete = {
    ...document,
    paths: orderPaths(document.paths),
    servers: [{ url: '/', description: 'The host that serves this document' }],
    tags: usedGroups(document, groups),
    webhooks: webhookOperations(document),
  };
  unmarkAddedFields(complete.components?.schemas);
  shareResponses(complete);
  shareParameters(complete);
  nameIntegerSizes(complete);
  const named = nameComponents(toNullableTypes(complete));
  removeToldExamples(named.components?.schemas);
  return orderKeys(arranged(named)) as OpenAPIObject;
}

/** Removes the mark of fields, which only examples need. */
function unmarkAddedFields(schemas: SchemasObject = {}): void {
  const properties = Object.values(schemas).flatMap((it) =>
    'properties' in it ? [it.properties ?? {}] : [],
  );
  for (const field of properties.flatMap((it) => Object.values(it))) {
    Reflect.deleteProperty(field, ADDED_FIELD_EXTENSION);
  }
}

/** Puts what is alike side by side, the bodies of deliveries and their examples: gzip looks back no more than 32 KB. */
function arranged(document: OpenAPIObject): OpenAPIObject {
  const { openapi, info, servers = [], tags = [], paths, components, ...others } = document;
  const { schemas = {}, ...shared } = components ?? {};
  return {
    openapi,
    info,
    servers,
    tags,
    paths,
    components: { ...shared, schemas: withPayloadsInPlace(schemas) },
    ...others,
  };
}

/** Returns what the document says of the API as a whole. */
function description(): Omit<OpenAPIObject, 'paths'> {
  return new DocumentBuilder()
    .setTitle('Billing Service API')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'API key',
      description: 'An API key: `svc_live_...`, or `svc_test_...` of a test organization',
    })
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'Admin token',
        description: 'The `ADMIN_TOKEN` of the operator',
      },
      ADMIN_SECURITY,
    )
    .build();
}

/** Returns the groups that have operations, and that of the webhooks. */
function usedGroups(document: OpenAPIObject, groups: readonly ApiGroup[]): ApiGroup[] {
  const operations = Object.values(document.paths).flatMap(
    (it) => Object.values(it) as { tags?: string[] }[],
  );
  const used = new Set(operations.flatMap((it) => it.tags ?? []));
  const known = groups.filter((it) => used.delete(it.name));
  const others = [...used].map((name) => ({ name, description: `Operations of ${name.toLowerCase()}.` }));
  return [
    ...known,
    ...others,
    {
      name: WEBHOOKS_TAG,
      description: 'Requests that your endpoints receive, each of the kinds that it subscribes to.',
    },
  ];
}
