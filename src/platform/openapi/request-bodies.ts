import type { OpenAPIObject } from '@nestjs/swagger';
import { ALTERNATIVE_EXTENSION } from '../http/references';
import { EmptyBody } from '../http/validation';
import { REQUEST_EXAMPLE_EXTENSION } from './request-example';
import { exampleOf, resolved } from './schema-example';

/** An operation with its request body. */
export interface OperationWithBody {
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema?: { $ref?: string }; example?: unknown }>;
  };
  [REQUEST_EXAMPLE_EXTENSION]?: object;
}

interface ObjectSchema {
  properties?: object;
  required?: string[];
  additionalProperties?: unknown;
}

/**
 * Gives the body of an operation an example. Without one, Swagger UI would fill in the defaults of the fields rather than
 * their examples. An id that has a key of the caller as an alternative is left out.
 */
export function addRequestExample(document: OpenAPIObject, operation: OperationWithBody): void {
  const own = operation[REQUEST_EXAMPLE_EXTENSION];
  Reflect.deleteProperty(operation, REQUEST_EXAMPLE_EXTENSION);
  const content = operation.requestBody?.content['application/json'];
  if (content === undefined) return;
  const schema = resolved(document, content.schema ?? {});
  const properties = Object.entries(schema.properties ?? {});
  const shown = properties.filter(([, it]) => !(ALTERNATIVE_EXTENSION in it));
  content.example = own ?? exampleOf(document, { ...schema, properties: Object.fromEntries(shown) });
}

/**
 * Makes a body without required fields optional, removes one without fields, and closes the schemas of the others, because
 * unknown fields are refused.
 */
export function describeBody(document: OpenAPIObject, operation: OperationWithBody): void {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const name = schema?.$ref === undefined ? '' : nameOf(schema.$ref);
  const body = schemaOf(document, name);
  if (operation.requestBody === undefined || body === undefined) return;
  if (Object.keys(body.properties ?? {}).length === 0) delete operation.requestBody;
  else operation.requestBody.required = (body.required ?? []).length > 0;
  close(document, name);
}

/** Removes the schema of bodies without fields, which no operation refers to any more. */
export function removeEmptyBody(document: OpenAPIObject): void {
  Reflect.deleteProperty(document.components?.schemas ?? {}, EmptyBody.name);
}

function close(document: OpenAPIObject, name: string): void {
  const schema = schemaOf(document, name);
  if (schema === undefined || schema.additionalProperties === false) return;
  schema.additionalProperties = false;
  for (const reference of referencesIn(schema.properties)) close(document, nameOf(reference));
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

const schemaOf = (document: OpenAPIObject, name: string): ObjectSchema | undefined =>
  document.components?.schemas?.[name] as ObjectSchema | undefined;
