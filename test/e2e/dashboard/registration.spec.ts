import { DashboardClient, type SessionBody } from '../../support/dashboard-client';
import { startTestApp } from '../../support/test-app';
import { bodyOf, problemOf } from '../../support/wire';

describe('the first organization', () => {
  const TOKEN = 'a-token-of-some-length';

  const registered = async (env: Record<string, string>, body: object): Promise<number> => {
    const app = await startTestApp(env);
    try {
      return (await new DashboardClient(app).post('/organizations', body)).status;
    } finally {
      await app.stop();
    }
  };

  it('is created at sign-in, with its key shown once', async () => {
    const app = await startTestApp();
    try {
      const browser = new DashboardClient(app);
      const body = { name: 'New Inc.', default_currency: 'eur', timezone: 'Europe/Paris' };
      const response = await browser.post('/organizations', body).expect(201);
      browser.keep(response);
      const { raw_key: rawKey, organization } = response.body as SessionBody & { raw_key: string };
      expect(organization).toMatchObject({
        name: 'New Inc.',
        default_currency: 'EUR',
        timezone: 'Europe/Paris',
      });
      expect(await bodyOf(browser.get('/session'))).not.toHaveProperty('raw_key');
      const current = app.request.get('/v1/organizations/current').set('Authorization', `Bearer ${rawKey}`);
      expect(await bodyOf(current)).toMatchObject({ id: organization.id });
      const [entry] = await bodyOf<object[]>(browser.get('/v1/audit_log?operation=createOrganization'));
      expect(entry).toMatchObject({ actor_type: 'anonymous', object_id: organization.id });
      await problemOf(browser.post('/organizations', { name: '' }), 422, 'validation_failed');
    } finally {
      await app.stop();
    }
  });

  it('needs the admin token where POST /v1/organizations does', async () => {
    expect(await registered({ ADMIN_TOKEN: TOKEN }, { name: 'A' })).toBe(401);
    expect(await registered({ ADMIN_TOKEN: TOKEN }, { name: 'A', admin_token: `${TOKEN}x` })).toBe(401);
    expect(await registered({ ADMIN_TOKEN: TOKEN }, { name: 'A', admin_token: TOKEN })).toBe(201);
  });
});
