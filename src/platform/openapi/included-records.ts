import { ApiExtension } from '@nestjs/swagger';

/** OpenAPI extension with the name of the class whose fields the records of a list have on request. */
export const INCLUDED_EXTENSION = 'x-included';

const SCHEMAS = '#/components/schemas/';

interface ListSchema {
  items?: object;
}

interface ListOperation {
  responses: Record<string, { content?: Record<string, { schema?: ListSchema }> }>;
  [INCLUDED_EXTENSION]?: string;
}

/** Documents that the records of a list also have the fields of the class. */
export const ApiIncluded = (type: { name: string }): MethodDecorator =>
  ApiExtension(INCLUDED_EXTENSION, type.name) as MethodDecorator;

/** Adds the fields that `ApiIncluded` names to the records of the list. */
export function describeIncluded(operation: ListOperation): void {
  const name = operation[INCLUDED_EXTENSION];
  Reflect.deleteProperty(operation, INCLUDED_EXTENSION);
  const schema = operation.responses['200']?.content?.['application/json']?.schema;
  if (name === undefined || schema?.items === undefined) return;
  schema.items = { allOf: [schema.items, { $ref: `${SCHEMAS}${name}` }] };
}
