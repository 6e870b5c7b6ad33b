import type { OpenAPIObject } from '@nestjs/swagger';
import { ALTERNATIVE_EXTENSION, type Alternative } from '../http/references';

export interface OperationWithBody {
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema?: { $ref?: string } }>;
  };
}

interface Property {
  [ALTERNATIVE_EXTENSION]?: Alternative;
}

interface ObjectSchema {
  properties?: Record<string, Property>;
  required?: string[];
  additionalProperties?: unknown;
  oneOf?: { $ref: string }[];
}

/**
 * Makes a body optional if it has no required fields, and removes a body without fields. Closes the schemas of the
 * other bodies and of the objects in them, because unknown fields are refused.
 */
export function describeBody(document: OpenAPIObject, operation: OperationWithBody): void {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const name = schema?.$ref === undefined ? '' : nameOf(schema.$ref);
  const body = schemaOf(document, name);
  if (operation.requestBody === undefined || body === undefined) return;
  if (Object.keys(body.properties ?? {}).length === 0) delete operation.requestBody;
  else operation.requestBody.required = requiresAField(body);
  close(document, name);
}

function requiresAField({ properties = {}, required = [] }: ObjectSchema): boolean {
  return (
    required.length > 0 ||
    Object.values(properties).some((it) => it[ALTERNATIVE_EXTENSION]?.required === true)
  );
}

function close(document: OpenAPIObject, name: string): void {
  const schema = schemaOf(document, name);
  if (schema === undefined || schema.additionalProperties === false) return;
  if (schema.oneOf === undefined) schema.additionalProperties = false;
  closeInline(schema.properties);
  for (const reference of referencesIn([schema.properties, schema.oneOf])) close(document, nameOf(reference));
}

/** Closes the objects that are described within a field, unless they allow any property. */
function closeInline(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as { type?: unknown; properties?: unknown; additionalProperties?: unknown };
  if (schema.type === 'object' && schema.properties !== undefined) schema.additionalProperties ??= false;
  for (const inner of Object.values(value)) closeInline(inner);
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
