import { Client } from 'pg';
import type { WebhookEndpointDto } from '../../../src/modules/webhook-endpoints';
import { DeletedEndpoints } from '../../../src/modules/webhooks/queue/deleted-endpoints';
import { WebhookEndpointTest } from '../../../src/modules/webhooks/webhook.events';
import { Transactions } from '../../../src/platform/database/transactions';
import { Outbox } from '../../../src/platform/outbox/outbox';
import { gate } from '../../support/gate';
import { untilLockWait } from '../../support/lock-waits';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { anEndpoint, deliveriesOf } from '../../support/webhooks';
import { bodyOf, problemOf } from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';
/** Nothing is sent, because no worker runs. */
const URL = 'http://127.0.0.1:8090/';

describe('deleting an endpoint while an event is being written', () => {
  afterAll(() => other.end()); // before the database is dropped
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let other: Client;
  let endpointId: string;

  beforeAll(async () => {
    other = new Client({ connectionString: app.database.url });
    await other.connect();
  });
  beforeEach(async () => {
    endpointId = (await anEndpoint(organization, URL)).id;
  });

  it('creates no delivery when the deletion locks the endpoint first', async () => {
    await beginDeletion();
    const created = organization.post('/v1/customers', { external_id: 'one' }).expect(201);
    const sent = created.then(() => undefined);
    await untilLockWait(app.database, '%webhook_deliveries%');
    await other.query('COMMIT');
    await sent;
    expect(await deliveriesOf(organization)).toEqual([]);
  });

  it('makes a test delivery 404 when the deletion locks the endpoint first', async () => {
    await beginDeletion();
    const refused = problemOf(organization.post(`${ENDPOINTS}/${endpointId}/test`), 404, 'not_found');
    await untilLockWait(app.database, '%webhook_deliveries%');
    await other.query('COMMIT');
    await refused;
    expect(await app.database.query('SELECT FROM outbox_events WHERE object_id = $1', [endpointId])).toEqual(
      [],
    );
  });

  it('fails the delivery when the event locks the endpoint first', async () => {
    const [written, deleting] = [gate(), gate()];
    const object = await bodyOf<WebhookEndpointDto>(organization.get(`${ENDPOINTS}/${endpointId}`));
    const event = WebhookEndpointTest.of({ organizationId: organization.id, objectId: endpointId, object });
    const writing = app.app.get(Transactions, { strict: false }).runFor(organization.id, async (tx) => {
      await app.app.get(Outbox, { strict: false }).append(tx, event);
      written.open();
      await deleting.opened;
    });
    await written.opened;
    const deleted = organization.delete(`${ENDPOINTS}/${endpointId}`).expect(204);
    const done = deleted.then(() => undefined);
    await untilLockWait(app.database, '%WebhookEndpointEntity%');
    deleting.open();
    await Promise.all([writing, done]);
    expect(await deliveriesOf(organization)).toMatchObject([
      { status: 'failed', error_message: 'endpoint deleted' },
    ]);
  });

  it('leaves deliveries to the scheduled job when a crash interrupts the deletion', async () => {
    await organization.post('/v1/customers', { external_id: 'one' }).expect(201);
    await app.database.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [endpointId]);
    expect(await deliveriesOf(organization)).toMatchObject([{ status: 'pending' }]);
    await app.app.get(DeletedEndpoints).failLeftovers();
    expect(await deliveriesOf(organization)).toMatchObject([
      { status: 'failed', error_message: 'endpoint deleted' },
    ]);
  });

  const beginDeletion = async (): Promise<void> => {
    await other.query('BEGIN');
    await other.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [endpointId]);
    await other.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [endpointId]);
  };
});
