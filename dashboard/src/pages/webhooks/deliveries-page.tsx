import { billing } from '../../api/client';
import { Empty, PageTitle } from '../../ui/layout';
import { FilterSelect, FilterTabs, FilterText, FilterTime } from '../../ui/filters';
import { List, type ListSearch } from '../../ui/list';
import { columnsWith } from './delivery-columns';
import type { DeliveryFilter } from './delivery-filter';
import { nameOf, useEndpoints } from './endpoint-names';
import { useEventTypes } from './event-kinds';
import { Histogram } from './histogram';
import { RetryFailed } from './retry-failed';
import { deliveriesRoute } from './routes';

export function DeliveriesPage() {
  const search = deliveriesRoute.useSearch();
  const { status, webhook_type, webhook_endpoint_id, object_id, created_after, created_before } = search;
  const filter: DeliveryFilter = {
    status: status as DeliveryFilter['status'],
    webhook_type: webhook_type as DeliveryFilter['webhook_type'],
    webhook_endpoint_id,
    object_id,
    created_after,
    created_before,
  };
  const endpoints = useEndpoints();
  return (
    <>
      <PageTitle title="Deliveries" hint="Every event, once for each endpoint that receives it.">
        <RetryFailed filter={filter} />
      </PageTitle>
      <Filters search={search} />
      <Histogram filter={filter} search={search} />
      <List
        label="Deliveries"
        search={search}
        load={(query, signal) => billing.webhookDeliveries.list({ ...query, ...filter }, { signal })}
        keyOf={(it) => it.id}
        columns={columnsWith(endpoints)}
        empty={
          <Empty title="No deliveries">
            Every step of billing is an event. An event is delivered to each endpoint that receives its kind:
            create an endpoint first, or choose other filters.
          </Empty>
        }
      />
    </>
  );
}

function Filters({ search }: { search: ListSearch }) {
  const kinds = useEventTypes().map((it) => it.webhook_type);
  const endpoints = useEndpoints();
  return (
    <>
      <FilterTabs
        name="status"
        search={search}
        options={[
          ['', 'All'],
          ['succeeded', 'Succeeded'],
          ['failed', 'Failed'],
          ['pending', 'Pending'],
        ]}
      />
      <div className="flex flex-wrap items-end gap-x-3">
        <FilterSelect
          name="webhook_type"
          label="Event"
          search={search}
          options={[['', 'All events'], ...kinds.toSorted().map((it) => [it, it] as const)]}
        />
        <FilterSelect
          name="webhook_endpoint_id"
          label="Endpoint"
          search={search}
          options={[['', 'All endpoints'], ...endpoints.map((it) => [it.id, nameOf(it)] as const)]}
        />
        <FilterTime name="created_after" label="Created from" search={search} />
        <FilterTime name="created_before" label="Created before" search={search} />
        <FilterText name="object_id" label="ID of the object" search={search} />
      </div>
    </>
  );
}
