import type { Type } from '@nestjs/common';
import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { CustomerUpdated } from '../../src/modules/customers';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import type { AddedFields } from '../../src/platform/extensions';
import { Outbox } from '../../src/platform/outbox/outbox';
import { newId } from '../../src/platform/domain/id';
import { aCustomer } from '../support/builders';
import { eventsAbout } from '../support/stored-events';
import type { TestApp, TestOrganization } from '../support/test-app';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, listOf, problemOf, wrongFieldsOf, type CustomerBody } from '../support/wire';

/** Fields of customers, as the suite needs them. */
export interface TestedFields {
  /** Its module, which registers it with `addFields(CUSTOMER_FIELDS, ...)`. */
  module: Type;
  extension: Type<AddedFields>;
  /** One of its fields, which can be cleared, and two values of it. */
  field: string;
  values: readonly [unknown, unknown];
  /** What its declaration refuses. */
  wrong: unknown;
  createTables?(app: TestApp): Promise<void>;
}

type Body = Record<string, unknown> & { id: string; external_id: string };

/** What holds for the fields that a module adds (docs/extending.md#fields-of-other-modules). */
export function customerFieldsSuite(name: string, tested: TestedFields): void {
  const { field, wrong } = tested;
  const [first, second] = tested.values;

  describe(`the fields ${name}`, () => {
    const app = useTestApp({ ROLE: 'api' }, tested.module);
    const organization = useOrganization(app);
    const create = (fields: object, by: TestOrganization = organization): Promise<Body> =>
      bodyOf<Body>(by.post('/v1/customers', { external_id: newId(), ...fields }), 201);
    const pathOf = ({ id }: { id: string }): string => `/v1/customers/${id}`;

    beforeAll(() => tested.createTables?.(app));
    afterEach(() => jest.restoreAllMocks());

    it('are in every response, null where nothing was set', async () => {
      const customer = await aCustomer(organization);
      expect(await bodyOf(organization.get(pathOf(customer)))).toHaveProperty(field, null);
      expect(await create({ [field]: first })).toHaveProperty(field, first);
    });

    it('are read at once for a page', async () => {
      const { id } = await create({ [field]: first });
      await create({});
      const read = jest.spyOn(app.app.get(tested.extension, { strict: false }), 'valuesOf');
      const { items } = await listOf<Body>(organization.get('/v1/customers'));
      expect(items).toHaveLength(2);
      expect(items.find((it) => it.id === id)).toHaveProperty(field, first);
      expect(read).toHaveBeenCalledTimes(1);
    });

    it('change with the fields of the resource, and alone, and are cleared by null', async () => {
      const customer = await create({ [field]: first });
      const put = (body: object) => bodyOf<Body>(organization.put(pathOf(customer), body));
      expect(await put({ name: 'Other' })).toMatchObject({ name: 'Other', [field]: first });
      expect(await put({ name: 'Third', [field]: second })).toMatchObject({ name: 'Third', [field]: second });
      expect(await put({ [field]: null })).toHaveProperty(field, null);
    });

    it('are validated with the resource, and set with it or not at all', async () => {
      const customer = await create({ [field]: first });
      const both = { [field]: wrong, timezone: 'Mars/Olympus' };
      const refused = await wrongFieldsOf(organization.put(pathOf(customer), both));
      expect(refused.sort()).toEqual([field, 'timezone'].sort());
      const other = await create({});
      const taken = { external_id: other.external_id, [field]: second };
      await problemOf(organization.put(pathOf(customer), taken), 409, 'conflict');
      expect(await bodyOf(organization.get(pathOf(customer)))).toHaveProperty(field, first);
    });

    it('count for the ETag and If-Match', async () => {
      const customer = await create({ [field]: first });
      const tag = (await organization.get(pathOf(customer)).expect(200)).headers.etag ?? '';
      const put = (body: object) => organization.put(pathOf(customer), body).set('If-Match', tag);
      await put({ [field]: second }).expect(200);
      await put({ [field]: first }).expect(412);
      await put({ name: 'Other' }).expect(412);
    });

    it('are in the response that an Idempotency-Key repeats', async () => {
      const body = { external_id: newId(), [field]: first };
      const post = () => organization.post('/v1/customers', body).set('Idempotency-Key', 'fields-1');
      const created = await bodyOf(post(), 201);
      expect(created).toHaveProperty(field, first);
      expect(await bodyOf(post(), 201)).toEqual(created);
    });

    it('are described, as optional in requests', () => {
      const { components } = buildOpenApi(app.app);
      const schemas = components?.schemas as Record<string, { properties: object; required?: string[] }>;
      for (const schema of ['CreateCustomer', 'UpdateCustomer', 'Customer']) {
        expect(schemas[schema]?.properties).toHaveProperty(field);
      }
      expect(schemas.Customer?.required).toContain(field);
      for (const schema of ['CreateCustomer', 'UpdateCustomer']) {
        expect(schemas[schema]?.required ?? []).not.toContain(field);
      }
    });

    it('are in the payloads of events, also of those of the request that sets them', async () => {
      const customer = await create({ [field]: first });
      const [created] = await eventsAbout(app.database, customer.id);
      expect(created?.object).toEqual(customer);
      await organization.put(pathOf(customer), { name: 'Other', [field]: second }).expect(200);
      const [, updated] = await eventsAbout(app.database, customer.id);
      expect(updated?.object).toEqual(await bodyOf(organization.get(pathOf(customer))));
      expect(updated?.changed?.toSorted()).toEqual([field, 'name'].sort());
    });

    it('are read once for all events that are appended together', async () => {
      const read = jest.spyOn(app.app.get(tested.extension, { strict: false }), 'valuesOf');
      const events = await Promise.all(
        [1, 2, 3].map(async () => {
          const object = await bodyOf<CustomerBody>(
            organization.post('/v1/customers', { external_id: newId() }),
            201,
          );
          return CustomerUpdated.of({
            organizationId: organization.id,
            objectId: object.id,
            object,
            changed: [],
          });
        }),
      );
      read.mockClear();
      const append = (tx: Transaction) => app.app.get(Outbox).append(tx, ...events);
      await app.app.get(Transactions).runFor(organization.id, append);
      expect(read).toHaveBeenCalledTimes(1);
    });

    it('stay in their organization', async () => {
      const customer = await create({ [field]: first });
      const other = await app.anOrganization();
      await problemOf(other.put(pathOf(customer), { [field]: second }), 404, 'not_found');
      expect(await bodyOf(organization.get(pathOf(customer)))).toHaveProperty(field, first);
    });

    it('an extension that fails fails the request at hand, which changes nothing', async () => {
      const customer = await create({ [field]: first, name: 'Before' });
      const extension = app.app.get(tested.extension, { strict: false });
      jest.spyOn(extension, 'set').mockRejectedValueOnce(new Error('no such table'));
      await organization.put(pathOf(customer), { name: 'After', [field]: second }).expect(500);
      expect(await bodyOf(organization.get(pathOf(customer)))).toMatchObject({
        name: 'Before',
        [field]: first,
      });
    });
  });
}
