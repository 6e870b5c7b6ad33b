import { BillingStory, instant, summaryOf, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';

/** Anniversaries of 31 January, through the February of a leap year. */
describe('anniversary billing from the 31st', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;

  beforeAll(async () => {
    story = await BillingStory.begin(app);
    await story.moveTo('2028-01-31T10:00');
  });

  it('an anniversary on the 31st moves to the last day of shorter months and back', async () => {
    const [arrears, advance] = [await story.plan(), await story.plan({ pay_in_advance: true })];
    const inArrears = await story.subscribe(arrears, { billing_time: 'anniversary' });
    const inAdvance = await story.subscribe(advance, { billing_time: 'anniversary' });
    const opening = {
      status: 'finalized',
      period: [instant('2028-01-31'), instant('2028-02-29')],
      fees: [['subscription', 3000, 0, '29/29']],
      credit: 0,
      total: 3000,
      issued: '2028-01-31',
      due: '2028-03-01',
    };
    expect(await story.newestBill(inAdvance)).toEqual(opening);
    expect(await story.invoices(inArrears)).toEqual([]);

    const events = await story.moveTo('2028-05-31');
    const ends = ['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'];
    expect(emittedKinds(events).filter((it) => it.endsWith('invoice.created'))).toEqual(
      ends.flatMap((end) => Array<string>(2).fill(`${instant(end)} invoice.created`)),
    );
    const periods = async (of: { id: string }): Promise<unknown[]> =>
      (await story.invoices(of))
        .map(summaryOf)
        .map((it) => [...it.period, it.fees[0]?.at(-1), it.total, it.issued]);
    const days = ['2028-01-31', ...ends, '2028-06-30'];
    const bill = (index: number, count: string, issued: string | undefined): unknown[] => [
      instant(days[index] ?? ''),
      instant(days[index + 1] ?? ''),
      count,
      3000,
      issued,
    ];
    expect(await periods(inArrears)).toEqual([
      bill(0, '29/29', ends[0]),
      bill(1, '31/31', ends[1]),
      bill(2, '30/30', ends[2]),
      bill(3, '31/31', ends[3]),
    ]);
    expect(await periods(inAdvance)).toEqual([
      bill(0, '29/29', '2028-01-31'),
      bill(1, '31/31', ends[0]),
      bill(2, '30/30', ends[1]),
      bill(3, '31/31', ends[2]),
      bill(4, '30/30', ends[3]),
    ]);
  });
});
