import type { Rule, Shape } from './property-rules';

/** Returns the JSON Schema of an object of this shape, for the API description. */
export function shapeSchema({ required, optional = {} }: Shape): object {
  const always = Object.entries(required);
  const maybe = Object.entries(optional).map(([name, rule]) => [name, orNull(rule)] as const);
  return {
    type: 'object',
    required: always.map(([name]) => name),
    properties: Object.fromEntries([
      ...always.map(([name, rule]) => [name, { ...rule.schema }] as const),
      ...maybe,
    ]) as object,
    example: Object.fromEntries(always.map(([name, rule]) => [name, exampleOf(rule)])),
  };
}

const orNull = ({ schema = {} }: Rule): object => ({ anyOf: [schema, { type: 'null' }] });

/** Returns an example of a value; a list contains one entry. */
function exampleOf({ schema = {} }: Rule): unknown {
  const { example, items } = schema as { example?: unknown; items?: { example?: unknown } };
  return items === undefined ? (example ?? null) : [items.example];
}
