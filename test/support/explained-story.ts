import type { FeeExplanationDto } from '../../src/modules/invoices/explanation/fee-explanation.dto';
import { Money } from '../../src/platform/domain/money';
import { BillingStory, instant } from './billing-story';
import type { InvoiceBody, InvoiceFeeBody } from './invoice-wire';
import type { TestApp } from './test-app';
import { bodyOf, listOf, type UsageEventBody } from './wire';

/** Bills of one organization, in a year of its own because the test clock is never moved back, and their explanations. */
export class ExplainedStory extends BillingStory {
  private year = 0;

  static async in(year: number, app: TestApp): Promise<ExplainedStory> {
    const story = new ExplainedStory(app, await app.anOrganization());
    story.year = year;
    await story.tax('7.7');
    await story.moveTo(story.on('04-01'));
    return story;
  }

  /** Returns an instant in the year of the story. */
  on(day: string): string {
    return instant(`${this.year}-${day}`);
  }

  async terminate({ id }: { id: string }): Promise<void> {
    await this.organization.delete(`/v1/subscriptions/${id}`).expect(204);
  }

  /** Terminates all subscriptions, so that the next story need not bill them for a year. */
  async end(): Promise<void> {
    for (const it of await this.subscriptions('status=active')) await this.terminate(it);
  }

  async newest(subscription: { id: string }): Promise<InvoiceBody> {
    const invoice = (await this.invoices(subscription)).at(-1);
    if (invoice === undefined) throw new Error('The subscription has no invoice');
    return invoice;
  }

  explain(invoice: { id: string }, { id }: { id: string }): Promise<FeeExplanationDto> {
    return bodyOf(this.organization.get(`/v1/invoices/${invoice.id}/fees/${id}/explanation`));
  }

  /** Expects steps to the amount and the taxes of each fee, and a link to as many usage events as it counts. */
  async explainAll(invoice: InvoiceBody): Promise<FeeExplanationDto[]> {
    const all: FeeExplanationDto[] = [];
    for (const fee of invoice.fees) all.push(await this.explainCompletely(invoice, fee));
    return all;
  }

  /** Returns the timestamps of the linked usage events, newest first. */
  async eventsOf({ events }: FeeExplanationDto): Promise<string[]> {
    const request = this.organization.get(`${events?.path ?? ''}&limit=1000`);
    return (await listOf<UsageEventBody>(request)).items.map((it) => it.timestamp);
  }

  private async explainCompletely(invoice: InvoiceBody, fee: InvoiceFeeBody): Promise<FeeExplanationDto> {
    const explained = await this.explain(invoice, fee);
    const { steps, taxes, events } = explained;
    const major = (cents: number): string => Money.ofCents(cents, invoice.currency).toMajor();
    expect(explained).toMatchObject({ complete: true, incomplete_reason: null, fee });
    expect(explained.fee).toMatchObject({ invoice_id: invoice.id, invoice_number: invoice.number });
    expect(steps.at(-1)).toMatchObject({ result: major(fee.amount_cents), unit: invoice.currency });
    expect(taxes).toMatchObject({ complete: true, incomplete_reason: null });
    expect(taxes.steps.at(-1)?.result).toBe(major(fee.taxes_amount_cents));
    expect(events?.count ?? null).toBe(fee.events_count);
    if (events !== null) expect(await this.eventsOf(explained)).toHaveLength(events.count);
    return explained;
  }
}

export const calculationsOf = ({ steps }: Pick<FeeExplanationDto, 'steps'>) =>
  steps.map((it) => [it.kind, it.calculation, it.result]);
