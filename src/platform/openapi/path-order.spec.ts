import type { OpenAPIObject } from '@nestjs/swagger';
import { orderPaths } from './path-order';

const path = (tag: string): OpenAPIObject['paths'][string] => ({ get: { tags: [tag], responses: {} } });

describe('the order of paths', () => {
  it('a path comes before those below it, in the order of the routes otherwise', () => {
    const ordered = orderPaths({
      '/v1/endpoints/{id}/inbox': path('Endpoints'),
      '/v1/plans': path('Plans'),
      '/v1/endpoints/{id}': path('Endpoints'),
      '/v1/endpoints/{id}/secret': path('Endpoints'),
      '/v1/endpoints': path('Endpoints'),
      '/v1/kinds': path('Endpoints'),
    });
    expect(Object.keys(ordered)).toEqual([
      '/v1/plans',
      '/v1/endpoints',
      '/v1/endpoints/{id}',
      '/v1/endpoints/{id}/inbox',
      '/v1/endpoints/{id}/secret',
      '/v1/kinds',
    ]);
  });

  it('what ends a record comes after its other actions', () => {
    const ordered = orderPaths({
      '/v1/invoices/{id}': path('Invoices'),
      '/v1/invoices/{id}/void': path('Invoices'),
      '/v1/invoices/{id}/send': path('Invoices'),
    });
    expect(Object.keys(ordered).at(-1)).toBe('/v1/invoices/{id}/void');
  });

  it('a path is not moved to one of another group', () => {
    const paths = { '/v1/customers/{id}/usage': path('Usage'), '/v1/customers/{id}': path('Customers') };
    expect(Object.keys(orderPaths(paths))).toEqual(Object.keys(paths));
  });
});
