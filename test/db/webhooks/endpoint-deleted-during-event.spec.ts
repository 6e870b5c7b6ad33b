import { Client } from 'pg';
import { CustomersService } from '../../../src/modules/customers/customers.service';
import { WebhooksService } from '../../../src/modules/webhooks/webhooks.service';
import { Transactions } from '../../../src/platform/database/transactions';
import { aCustomer, anEndpoint } from '../../support/builders';
import { gate } from '../../support/gate';
import { untilLockWait } from '../../support/lock-waits';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { deliveriesOf } from '../../support/webhooks';
import { problemOf } from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';
/** Nothing is sent, because no worker runs. */
const URL = 'http://127.0.0.1:4/';

describe('deleting an endpoint while an event is being written', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let other: Client;
  let endpointId: string;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' });
    other = new Client({ connectionString: app.database.url });
    await other.connect();
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
    endpointId = (await anEndpoint(organization, URL)).id;
  });
  afterAll(async () => {
    await other.end();
    await app.stop();
  });

  const beginDeletion = async (): Promise<void> => {
    await other.query('BEGIN');
    await other.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [endpointId]);
    await other.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [endpointId]);
  };

  it('creates no delivery when the deletion locks the endpoint first', async () => {
    await beginDeletion();
    const created = organization.post('/v1/customers', { external_id: 'one' }).expect(201);
    const sent = created.then(() => undefined);
    await untilLockWait(app.database, '%webhook_deliveries%');
    await other.query('COMMIT');
    await sent;
    expect(await deliveriesOf(organization)).toEqual([]);
  });

  it('refuses a test delivery with 404 when the deletion locks the endpoint first', async () => {
    await beginDeletion();
    const refused = problemOf(organization.post(`${ENDPOINTS}/${endpointId}/test`), 404, 'not_found');
    await untilLockWait(app.database, '%webhook_deliveries%');
    await other.query('COMMIT');
    await refused;
    expect(await app.database.query('SELECT FROM outbox_events WHERE object_id = $1', [endpointId])).toEqual(
      [],
    );
  });

  it('marks the new delivery as failed when the event locks the endpoint first', async () => {
    const [written, told] = [gate(), gate()];
    const writing = app.app.get(Transactions, { strict: false }).runFor(organization.id, async () => {
      await app.app.get(CustomersService, { strict: false }).create(organization.id, { externalId: 'one' });
      written.open();
      await told.opened;
    });
    await written.opened;
    const deleted = organization.delete(`${ENDPOINTS}/${endpointId}`).expect(204);
    const done = deleted.then(() => undefined);
    await untilLockWait(app.database, '%WebhookEndpointEntity%');
    told.open();
    await Promise.all([writing, done]);
    expect(await deliveriesOf(organization)).toMatchObject([
      { status: 'failed', error_message: 'endpoint deleted' },
    ]);
  });

  it('a crash during the deletion leaves pending deliveries, which the scheduled job marks as failed', async () => {
    await aCustomer(organization, { external_id: 'one' });
    await app.database.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [endpointId]);
    expect(await deliveriesOf(organization)).toMatchObject([{ status: 'pending' }]);
    await app.app.get(WebhooksService).queueDueRetries();
    expect(await deliveriesOf(organization)).toMatchObject([
      { status: 'failed', error_message: 'endpoint deleted' },
    ]);
  });
});
