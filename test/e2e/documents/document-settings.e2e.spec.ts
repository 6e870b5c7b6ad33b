import { Client } from 'pg';
import { EXAMPLE_LOGO } from '../../../src/modules/documents/logos/logo.dto';
import { aCustomer } from '../../support/bills';
import { anInvoice } from '../../support/credit-notes';
import { A_JPEG, aPng } from '../../support/images';
import { untilLockWait } from '../../support/lock-waits';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type OrganizationBody } from '../../support/wire';

const LOGO = '/v1/organizations/current/logo';
const CURRENT = '/v1/organizations/current';

describe('the settings of documents', () => {
  const app = useTestApp({ ROLE: 'api' });
  const org = useOrganization(app);

  it('are fields of the organization, also when it is created', async () => {
    const settings = { legal_name: 'Acme GmbH', tax_id: 'DE1', country: 'de', locale: 'de' };
    const created = await app.anOrganization(settings);
    const body = await bodyOf<OrganizationBody>(created.get(CURRENT));
    expect(body).toMatchObject({ ...settings, country: 'DE' });
    const changed = await bodyOf<OrganizationBody>(created.put(CURRENT, { accent_color: '#AABBCC' }));
    expect(changed).toMatchObject({ legal_name: 'Acme GmbH', accent_color: '#aabbcc' });
    const cleared = await bodyOf<OrganizationBody>(created.put(CURRENT, { legal_name: null }));
    expect(cleared.legal_name).toBeNull();
  });

  it.each([
    ['locale', 'it', 'unknown_locale'],
    ['locale', null, 'unknown_locale'],
    ['country', 'XX', 'unknown_country'],
    ['accent_color', 'red', 'invalid_format'],
    ['header_color', '#fff', 'invalid_format'],
    ['legal_text', 'x'.repeat(2001), 'too_long'],
    ['tax_id', '', 'too_short'],
  ])('refuse %s %j with 422 %s', async (field, value, code) => {
    const problem = await problemOf(org.put(CURRENT, { [field]: value }), 422, 'validation_failed');
    expect(problem.errors?.[0]).toMatchObject({ field, code });
  });

  it.each([
    [['DE1', ''], 'tax_ids.1', 'invalid_value'],
    [['x'.repeat(65)], 'tax_ids.0', 'invalid_value'],
    [[1], 'tax_ids.0', 'invalid_value'],
    [Array.from({ length: 6 }, () => 'DE1'), 'tax_ids', 'too_long'],
    ['DE1', 'tax_ids', 'invalid_type'],
  ])('refuse the tax ids %j of a customer', async (tax_ids, field, code) => {
    const request = org.post('/v1/customers', { external_id: 'c', tax_ids });
    const problem = await problemOf(request, 422, 'validation_failed');
    expect(problem.errors?.[0]).toMatchObject({ field, code });
  });
});

describe('the logo', () => {
  const app = useTestApp({ ROLE: 'api' });
  const org = useOrganization(app);

  it('is set, replaced and removed', async () => {
    expect(await bodyOf(org.get(LOGO))).toEqual({ content_type: null, content: null, set_at: null });
    await org.put(LOGO, { content: EXAMPLE_LOGO }).expect(200);
    expect(await bodyOf(org.get(LOGO))).toMatchObject({ content_type: 'image/png', content: EXAMPLE_LOGO });
    const other = aPng({ width: 3, height: 2 }).toString('base64');
    await org.put(LOGO, { content: other }).expect(200);
    expect(await bodyOf(org.get(LOGO))).toMatchObject({ content: other });
    await org.delete(LOGO).expect(204);
    expect(await bodyOf(org.get(LOGO))).toMatchObject({ content: null });
  });

  it('is kept after it was replaced only where a document has it', async () => {
    const count = async (): Promise<number> => {
      const query = 'SELECT count(*)::int AS n FROM document_logos WHERE organization_id = $1';
      return (await app.database.query<{ n: number }>(query, [org.id]))[0]?.n ?? 0;
    };
    for (const width of [1, 2, 3]) {
      await org.put(LOGO, { content: aPng({ width }).toString('base64') }).expect(200);
    }
    expect(await count()).toBe(1);
    await anInvoice(org, await aCustomer(org), [100]);
    await org.put(LOGO, { content: EXAMPLE_LOGO }).expect(200);
    expect(await count()).toBe(2);
  });

  it('may be replaced while a document with it becomes final', async () => {
    await org.put(LOGO, { content: EXAMPLE_LOGO }).expect(200);
    const customer = await aCustomer(org);
    await whileUncommitted('DELETE FROM document_logos WHERE organization_id = $1 AND is_current', () =>
      anInvoice(org, customer, [100]),
    );
    const query = 'SELECT logo_id FROM documents WHERE organization_id = $1 ORDER BY created_at';
    expect(await app.database.query(query, [org.id])).toEqual([{ logo_id: null }]);

    await org.put(LOGO, { content: EXAMPLE_LOGO }).expect(200);
    await whileUncommitted(
      `UPDATE documents SET logo_id = logo.id FROM document_logos AS logo
        WHERE documents.organization_id = $1 AND logo.organization_id = $1 AND logo.is_current`,
      () => org.delete(LOGO).expect(204),
    );
    expect(await app.database.query(query, [org.id])).toEqual([{ logo_id: expect.any(String) as string }]);
  });

  /** Makes a request that waits for a statement about the organization, which is committed then. */
  async function whileUncommitted(statement: string, request: () => PromiseLike<unknown>): Promise<void> {
    const other = new Client({ connectionString: app.database.url });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(statement, [org.id]);
      const requested = Promise.resolve(request());
      await untilLockWait(app.database);
      await other.query('COMMIT');
      await requested;
    } finally {
      await other.end();
    }
  }

  it.each([
    [
      'none',
      Buffer.from('GIF89a').toString('base64'),
      'invalid_image',
      'content must be a PNG or JPEG image.',
    ],
    ['not base64', 'not base64!', 'invalid_format', 'content must be base64.'],
    ['too large', Buffer.concat([aPng({}), Buffer.alloc(262_144)]).toString('base64'), 'too_long', /at most/],
    ['a huge picture', aPng({ width: 3000 }).toString('base64'), 'invalid_image', /2048 pixels/],
    ['a number', 1, 'invalid_type', /must be a string/],
    ['absent', undefined, 'required', /required/],
    ['damaged', aPng({ data: Buffer.from('no pixels') }).toString('base64'), 'invalid_image', /damaged/],
  ])('is refused with 422 when it is %s', async (_, content, code, message) => {
    const problem = await problemOf(org.put(LOGO, { content }), 422, 'validation_failed');
    const errors = problem.errors ?? [];
    expect(errors.map((it) => [it.field, it.code])).toContainEqual(['content', code]);
    expect(errors.map((it) => it.message).join(' ')).toMatch(message);
  });

  it('is printed, with its alpha channel, and as JPEG', async () => {
    for (const content of [aPng({ width: 40, height: 20 }).toString('base64'), A_JPEG]) {
      await org.put(LOGO, { content }).expect(200);
      const invoice = await anInvoice(org, await aCustomer(org), [100]);
      await org.get(`/v1/invoices/${invoice.id}/document.pdf`).expect(200);
    }
  });
});
