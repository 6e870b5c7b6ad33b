import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from './scopes';

interface Description {
  components: { schemas: { CreateApiKey: { properties: { scopes: { items: { enum: string[] } } } } } };
}

test('the form of a key offers every scope of the API', () => {
  const text = readFileSync(join(__dirname, '../../../../openapi.json'), 'utf8');
  const { CreateApiKey: schema } = (JSON.parse(text) as Description).components.schemas;
  expect(['*', ...SCOPES].sort()).toEqual([...schema.properties.scopes.items.enum].sort());
});
