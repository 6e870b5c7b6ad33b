import type { ListEventsQuery, UsageEvent } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useOrganization } from '../../api/hooks';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { FilterDay, FilterSelect, FilterText } from '../../ui/filters';
import { List, type ListSearch } from '../../ui/list';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { toInstant } from '../../ui/zoned';
import { EventButton } from './event-button';
import { REASONS, reasonOf } from './reasons';
import { usageRoute } from './routes';
import { SendEvent } from './send-event';

export function UsagePage() {
  const search = usageRoute.useSearch();
  const timeZone = useOrganization()?.timezone;
  return (
    <>
      <PageTitle title="Usage">
        <SendEvent />
      </PageTitle>
      <Filters search={search} />
      {timeZone !== undefined && (
        <List
          label="Usage events"
          search={search}
          load={(query, signal) =>
            billing.usageEvents.list({ ...query, ...filterOf(search, timeZone) }, { signal })
          }
          keyOf={(it) => it.id}
          columns={COLUMNS}
          empty={
            <Empty title="No usage events">
              Your application reports what customers use with <code>POST /v1/events</code>: the code of a
              billable metric, the external ID of the subscription, and properties such as a quantity. You can
              send one here, too.
            </Empty>
          }
        />
      )}
    </>
  );
}

function Filters({ search }: { search: ListSearch }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <FilterText name="code" label="Code of the metric" search={search} />
      <FilterText name="external_subscription_id" label="External ID of the subscription" search={search} />
      <FilterText name="external_customer_id" label="External ID of the customer" search={search} />
      <FilterText name="transaction_id" label="Transaction ID" search={search} />
      <FilterSelect
        name="charged"
        label="Whether charged"
        search={search}
        options={[
          ['', 'Charged or not'],
          ['true', 'Charged'],
          ['false', 'Not charged'],
        ]}
      />
      <FilterSelect
        name="not_charged_reason"
        label="Why not charged"
        search={search}
        options={[['', 'Not charged for any reason'], ...REASONS]}
      />
      <FilterDay name="from" label="From" search={search} />
      <FilterDay name="to" label="Before" search={search} />
    </div>
  );
}

/** Returns the filter of the API for an address, whose days are those of the organization. */
function filterOf(search: ListSearch, timeZone: string): ListEventsQuery {
  const { charged, from, to, not_charged_reason: reason } = search;
  const { code, transaction_id, external_subscription_id, external_customer_id } = search;
  const startOf = (day: string | undefined) =>
    day === undefined || day.includes('T') ? day : toInstant(`${day}T00:00`, timeZone);
  return {
    code,
    transaction_id,
    external_subscription_id,
    external_customer_id,
    charged: charged === undefined ? undefined : charged === 'true',
    not_charged_reason: reason as ListEventsQuery['not_charged_reason'],
    from: startOf(from),
    to: startOf(to),
  };
}

const COLUMNS: readonly Column<UsageEvent>[] = [
  { title: 'Event', cell: (it) => <EventButton event={it} /> },
  { title: 'Metric', cell: (it) => <code>{it.code}</code> },
  {
    title: 'Subscription or customer',
    cell: (it) => it.external_subscription_id ?? it.external_customer_id,
    minor: true,
  },
  { title: 'Time', cell: (it) => <Time at={it.timestamp} precision="second" />, minor: true },
  {
    title: 'Charged',
    cell: (it) =>
      it.charged ? <Badge tone="good">charged</Badge> : <Badge tone="warn">{reasonOf(it)}</Badge>,
  },
];
