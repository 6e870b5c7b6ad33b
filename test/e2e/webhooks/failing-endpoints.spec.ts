import { aCustomer } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { useMisbehavingReceiver } from '../../support/use-receiver';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { anEndpoint, deliveriesOf, untilAttempts, untilFinished } from '../../support/webhooks';
import { bodyOf, type EndpointBody } from '../../support/wire';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('an endpoint that keeps failing', () => {
  const receiver = useMisbehavingReceiver();
  const settings = { TEST_CLOCK: 'on', ENDPOINT_DISABLE_AFTER_DAYS: '3', WEBHOOK_MAX_RETRIES: '0' };
  const app = useTestApp(settings);
  const organization = useOrganization(app);

  const passDays = async (days: number): Promise<void> => {
    const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
    const later = new Date(Date.parse(now) + days * DAY_MS).toISOString();
    await organization.put('/v1/test_clock', { now: later }).expect(200);
  };
  const endpointOf = (id: string) =>
    bodyOf<EndpointBody & { disabled_reason: string | null }>(
      organization.get(`/v1/webhook_endpoints/${id}`),
    );
  /** Creates a customer and waits until the endpoint's delivery has ended. */
  const sendTo = async (endpoint: { id: string }): Promise<string> => {
    const customer = await aCustomer(organization);
    const query = `?webhook_endpoint_id=${endpoint.id}&object_id=${customer.id}`;
    const [delivery] = await deliveriesOf(organization, query);
    await untilFinished(organization, delivery?.id ?? '');
    return delivery?.id ?? '';
  };
  const failingSince = (id: string) =>
    eventually(async () => {
      const rows = await app.database.query<{ since: Date | null }>(
        'SELECT failing_since AS since FROM webhook_endpoints WHERE id = $1',
        [id],
      );
      return rows[0]?.since ?? null;
    });

  it('becomes inactive with a reason after the days, and the others are told', async () => {
    const failing = await anEndpoint(organization, receiver.url('status/500'));
    const other = await anEndpoint(organization, receiver.url('ok'));
    await sendTo(failing);
    const since = await failingSince(failing.id);
    await passDays(2);
    await sendTo(failing);
    expect(await endpointOf(failing.id)).toMatchObject({ status: 'active', disabled_reason: null });
    await passDays(1);
    await sendTo(failing);
    const disabled = await eventually(async () => {
      const endpoint = await endpointOf(failing.id);
      return endpoint.status === 'inactive' ? endpoint : null;
    });
    expect(disabled.disabled_reason).toContain(since.toISOString());
    const told = await deliveriesOf(organization, '?webhook_type=webhook_endpoint.disabled');
    expect(told.map((it) => it.webhook_endpoint_id)).toEqual([other.id]);
    expect(told[0]?.payload).toMatchObject({ webhook_endpoint: { id: failing.id, status: 'inactive' } });
  });

  it('keeps what is pending until it is activated, which clears the reason', async () => {
    const failing = await anEndpoint(organization, receiver.url('status/500'));
    await sendTo(failing);
    await failingSince(failing.id);
    await passDays(3);
    await sendTo(failing);
    await eventually(async () => ((await endpointOf(failing.id)).status === 'inactive' ? true : null));
    const [failed] = await deliveriesOf(organization, `?webhook_endpoint_id=${failing.id}`);
    await organization.post(`/v1/webhook_endpoints/hooks/${failed?.id}/retry`).expect(200);
    await passDays(1);
    expect(await deliveriesOf(organization, '?status=pending')).toHaveLength(1);
    const changes = { status: 'active', url: receiver.url('ok') };
    await organization.put(`/v1/webhook_endpoints/${failing.id}`, changes).expect(200);
    expect((await endpointOf(failing.id)).disabled_reason).toBeNull();
    await untilAttempts(organization, failed?.id ?? '', 2);
    expect(await untilFinished(organization, failed?.id ?? '')).toMatchObject({ status: 'succeeded' });
  });

  it('stays active when an attempt has succeeded in between', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('status/500'));
    await sendTo(endpoint);
    await failingSince(endpoint.id);
    await passDays(2);
    await organization.put(`/v1/webhook_endpoints/${endpoint.id}`, { url: receiver.url('ok') }).expect(200);
    await sendTo(endpoint);
    await organization
      .put(`/v1/webhook_endpoints/${endpoint.id}`, { url: receiver.url('status/500') })
      .expect(200);
    await passDays(2);
    await sendTo(endpoint);
    await failingSince(endpoint.id);
    expect(await endpointOf(endpoint.id)).toMatchObject({ status: 'active', disabled_reason: null });
  });
});
