import { randomBytes } from 'node:crypto';
import { StoredSecretCheck } from '../../../src/modules/webhook-endpoints/stored-secret-check';
import { WebhookEndpointsRepository } from '../../../src/modules/webhook-endpoints/webhook-endpoints.repository';
import { Transactions } from '../../../src/platform/database/transactions';
import { logger } from '../../../src/platform/observability/logger';
import { SecretBox } from '../../../src/platform/secrets/secret-box';
import { anEndpoint } from '../../support/builders';
import { startTestApp, type TestApp } from '../../support/test-app';

describe('StoredSecretCheck', () => {
  let app: TestApp;
  const tell = jest.spyOn(logger, 'error');

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' });
  });
  beforeEach(() => tell.mockClear());
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.stop();
  });

  const get = <T>(type: abstract new (...args: never[]) => T): T => app.app.get(type, { strict: false });
  const checkWith = (secrets: SecretBox): Promise<void> =>
    new StoredSecretCheck(
      get(Transactions),
      get(WebhookEndpointsRepository),
      secrets,
    ).onApplicationBootstrap();

  it('logs an error only if ENCRYPTION_KEY cannot decrypt a stored secret', async () => {
    const another = new SecretBox(randomBytes(32).toString('base64'));
    await checkWith(another); // no endpoint exists yet
    const { id } = await anEndpoint(await app.anOrganization(), 'http://127.0.0.1:4/');
    await checkWith(get(SecretBox));
    expect(tell).not.toHaveBeenCalled();

    await checkWith(another);
    expect(tell.mock.calls).toEqual([
      [expect.objectContaining({ webhook_endpoint_id: id }), expect.stringContaining('ENCRYPTION_KEY')],
    ]);
  });
});
