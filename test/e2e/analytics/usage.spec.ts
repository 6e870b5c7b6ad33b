import { BillingStory } from '../../support/billing-story';
import { usageEventOf } from '../../support/builders';
import { eventfulDays, reportOf, type ReportDay, type UsageReport } from '../../support/reports';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

/** Days in Kathmandu begin at 18:15 UTC. */
describe('usage events by day, in Kathmandu', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;

  const report = (query = ''): Promise<UsageReport> =>
    reportOf(story.organization, `usage?from=2027-06-01&to=2027-06-30${query}`);

  beforeAll(async () => {
    story = await BillingStory.begin(app, { timezone: 'Asia/Kathmandu' });
    await story.moveTo('2027-06-01T00:00');
  });

  it('counts each accepted event once, on the local day of its timestamp', async () => {
    const charges = [await story.charge('calls', '1'), await story.charge('bytes', '1')];
    const subscription = await story.subscribe(await story.plan({ charges }));
    await story.moveTo('2027-06-10T00:00');
    expect((await report()).data).toEqual([]);
    await story.use(subscription, 'calls', '2', '2027-06-05T18:14:59.999');
    await story.use(subscription, 'calls', '3', '2027-06-05T18:15');
    const event = usageEventOf(subscription, { code: 'calls', timestamp: '2027-06-05T18:20:00Z' });
    for (const status of [201, 200]) await story.organization.post('/v1/events', event).expect(status);
    const events = [1, 2, 3].map(() =>
      usageEventOf(subscription, { code: 'bytes', timestamp: '2027-06-07T12:00:00Z' }),
    );
    await bodyOf(story.organization.post('/v1/events/batch', { events }), 201);

    const { data } = await report();
    expect(data.map((it): [string, ReportDay[]] => [it.code, eventfulDays(it.series)])).toEqual([
      ['bytes', [{ date: '2027-06-07', events_count: 3 }]],
      [
        'calls',
        [
          { date: '2027-06-05', events_count: 1 },
          { date: '2027-06-06', events_count: 2 },
        ],
      ],
    ]);
    expect(data[0]?.series).toHaveLength(30);
    const [bytes, calls] = data;
    expect((await report(`&billable_metric_id=${calls?.billable_metric_id}`)).data).toEqual([calls]);

    const other = await app.anOrganization({ timezone: 'Asia/Kathmandu' });
    const path = `usage?from=2027-06-01&to=2027-06-30&billable_metric_id=${bytes?.billable_metric_id}`;
    expect((await reportOf<UsageReport>(other, path)).data).toEqual([]);
  });
});
