import { RetentionService } from '../../../src/modules/webhooks/retention.service';
import { aCustomer, anEndpoint } from '../../support/builders';
import { BillingStory } from '../../support/billing-story';
import { eventually } from '../../support/eventually';
import { RecordingReceiver } from '../../support/recording-receiver';
import { eventfulDays, reportOf, type DeliveryReport, type ReportDay } from '../../support/reports';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

/** Days in Kathmandu begin at 18:15 UTC. */
describe('deliveries by day, in Kathmandu', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', RETENTION_DAYS: '2', WEBHOOK_MAX_RETRIES: '1' });
  let story: BillingStory;
  let receiver: RecordingReceiver;
  let endpointId: string;
  /** External IDs of the customers whose deliveries fail. */
  const failing = new Set<string>();

  const days = async (query = ''): Promise<ReportDay[]> => {
    const path = `deliveries?from=2027-05-01&to=2027-05-31${query}`;
    const { data } = await reportOf<DeliveryReport>(story.organization, path);
    expect(data).toHaveLength(31);
    return eventfulDays(data);
  };
  const attempted = (attempts: number): Promise<true> =>
    eventually(async () => {
      const counts = (await days()).map((it) => Number(it.attempts_count ?? 0));
      return counts.reduce((sum, it) => sum + it, 0) >= attempts || null;
    });
  const listed = async (): Promise<unknown> =>
    (await story.organization.get('/v1/webhook_endpoints/hooks/list?limit=1')).headers['x-total-count'];

  beforeAll(async () => {
    receiver = await RecordingReceiver.start();
    receiver.answer = (_, body) => ({
      status: [...failing].some((it) => body.toString().includes(`"${it}"`)) ? 500 : 200,
    });
    story = await BillingStory.begin(app, { timezone: 'Asia/Kathmandu' });
    await story.moveTo('2027-05-03T18:14:59.999');
    const selected = { event_types: ['customer.created'] };
    ({ id: endpointId } = await anEndpoint(story.organization, receiver.url('/'), selected));
  });
  afterAll(() => receiver.stop());

  it('counts creation, attempts and outcomes each on its own local day', async () => {
    failing.add('late').add('lost');
    for (const external_id of ['prompt', 'late', 'lost'])
      await aCustomer(story.organization, { external_id });
    const first = { date: '2027-05-03', created_count: 3, succeeded_count: 1, attempts_count: 3 };
    await attempted(3);
    expect(await days()).toEqual([first]);
    failing.delete('late');
    await story.moveTo('2027-05-04T12:00');
    const second = { date: '2027-05-04', succeeded_count: 1, failed_count: 1, attempts_count: 2 };
    await attempted(5);
    expect(await days()).toEqual([first, second]);
    failing.delete('lost');
    await story.moveTo('2027-05-05T18:15');
    const hooks = '/v1/webhook_endpoints/hooks';
    const [lost] = await bodyOf<{ id: string }[]>(story.organization.get(`${hooks}/list?status=failed`));
    await story.organization.post(`${hooks}/${lost?.id}/retry`).expect(200);
    await attempted(6);
    expect(await days()).toEqual([
      first,
      second,
      { date: '2027-05-06', succeeded_count: 1, attempts_count: 1 },
    ]);
  });

  it('counts the deliveries of one endpoint', async () => {
    const before = await days();
    expect(await days(`&webhook_endpoint_id=${endpointId}`)).toEqual(before);
    expect(await days('&webhook_endpoint_id=0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f')).toEqual([]);
    const other = await app.anOrganization();
    const path = `deliveries?from=2027-05-01&to=2027-05-31&webhook_endpoint_id=${endpointId}`;
    expect(eventfulDays((await reportOf<DeliveryReport>(other, path)).data)).toEqual([]);
  });

  it('keeps the numbers when retention deletes the deliveries and when the endpoint is deleted', async () => {
    const before = await days();
    await story.moveTo('2027-05-30T00:00');
    await app.app.get(RetentionService, { strict: false }).run();
    expect(await listed()).toBe('0');
    await story.organization.delete(`/v1/webhook_endpoints/${endpointId}`).expect(204);
    expect(await days()).toEqual(before);
  });
});
