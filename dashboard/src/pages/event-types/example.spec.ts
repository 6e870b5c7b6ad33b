import { exampleOf, standalone } from './example';

const SCHEMAS = {
  Event: {
    properties: {
      webhook_type: { enum: ['customer.created'] },
      sample: { example: true },
      customer: { $ref: '#/components/schemas/Customer' },
    },
  },
  Customer: {
    properties: {
      name: { example: 'Jane' },
      parent: { allOf: [{ $ref: '#/components/schemas/Customer' }] },
      taxes: { items: { properties: { rate: { example: '20' } } } },
    },
  },
};

test('an example consists of the examples of the fields, and leaves out what only samples have', () => {
  expect(exampleOf({ $ref: '#/components/schemas/Event' }, SCHEMAS)).toEqual({
    webhook_type: 'customer.created',
    customer: { name: 'Jane', parent: null, taxes: [{ rate: '20' }] },
  });
});

test('a reference to an unknown schema is null', () => {
  expect(exampleOf({ $ref: '#/components/schemas/Invoice' }, SCHEMAS)).toBeNull();
});

test('a schema brings along the schemas that it refers to, each once', () => {
  const schema = { $ref: '#/components/schemas/Event' };
  expect(standalone(schema, { ...SCHEMAS, Plan: {} })).toEqual({
    ...schema,
    components: { schemas: SCHEMAS },
  });
});
