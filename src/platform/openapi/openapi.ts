import type { INestApplication } from '@nestjs/common';
import type { Express } from 'express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { addBodyExamples } from './body-examples';
import { EventEnvelopeDto } from './event-envelope.dto';
import { eventKinds } from '../outbox/event-catalogue';
import { eventSchemas } from './event-schemas';
import { completeOperations } from './operations';
import { INTRODUCTION } from './introduction';
import { ProblemDto } from './problem.dto';
import { servePage } from './page/page';
import { problemResponses } from './problem-responses';
import { publicDocument } from './public-document';
import { responseHeaders } from './response-headers';
import { withoutInferredTypes } from './inferred-types';
import { toNullableTypes } from './nullable';
import { ADMIN_TOKEN_SCHEME } from './security-schemes';
import { serveDocument } from './served-document';
import { addTags } from './tags';
import { expandVariants } from './variants';
import { webhookOperations } from './webhook-operations';

type Components = NonNullable<OpenAPIObject['components']>;
type EnvelopeSchema = Parameters<typeof eventSchemas>[0];

/** Builds the OpenAPI 3.1 document from the routes, their DTO classes and the event catalogue. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Billing Service API')
    .setDescription(INTRODUCTION)
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'This server')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'API key',
      description: 'API key: `svc_live_...`',
    })
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'admin token',
        description: 'ADMIN_TOKEN of the operator, if one is set',
      },
      ADMIN_TOKEN_SCHEME,
    )
    .build();
  const payloads = eventKinds().flatMap((it) => (it.payload === undefined ? [] : [it.payload]));
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ProblemDto, EventEnvelopeDto, ...payloads],
    operationIdFactory: (_, method) => method,
  });
  expandVariants(document);
  completeOperations(document);
  addTags(document);
  addComponents(document);
  const complete = { ...document, webhooks: webhookOperations() };
  const described = publicDocument(toNullableTypes(withoutInferredTypes(complete)));
  addBodyExamples(described);
  return described;
}

function addComponents(document: OpenAPIObject): void {
  const { schemas = {} } = document.components ?? {};
  document.components = {
    ...document.components,
    schemas: { ...schemas, ...eventSchemas(schemas.EventEnvelopeDto as EnvelopeSchema) },
    responses: problemResponses(),
    headers: responseHeaders(),
  } as Components;
}

/** Path of the document. */
export const DOCUMENT_PATH = '/openapi.json';

/**
 * Serves the document at /openapi.json and Swagger UI at /docs, without a key. Builds the document
 * on the first request, so that start-up is not delayed.
 */
export function serveOpenApi(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  const build = (): OpenAPIObject => (document ??= buildOpenApi(app));
  const routes = app.getHttpAdapter().getInstance() as Express;
  routes.get(DOCUMENT_PATH, serveDocument(build));
  SwaggerModule.setup('docs', app, build, {
    raw: ['yaml'],
    yamlDocumentUrl: 'openapi.yaml',
    ui: false,
  });
  servePage(app);
}
