import type { OpenAPIObject } from '@nestjs/swagger';

/** An operation with its request body. */
export interface OperationWithBody {
  requestBody?: { required?: boolean; content: Record<string, { schema?: { $ref?: string } }> };
}

interface ObjectSchema {
  properties?: object;
  required?: string[];
  additionalProperties?: unknown;
}

/**
 * Makes a body without required fields optional, removes one without fields, and closes the schemas of the others and
 * of the objects in them, because unknown fields are refused.
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
