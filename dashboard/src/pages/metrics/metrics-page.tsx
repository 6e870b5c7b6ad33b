import type { BillableMetric, CreateBillableMetric } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { ConfirmButton } from '../../ui/confirm';
import { EditButton } from '../../ui/form/edit-button';
import { FormButton } from '../../ui/form/form-button';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { List } from '../../ui/list';
import { AGGREGATIONS, METRIC_CHANGES, METRIC_FIELDS } from './metric-fields';
import { metricsRoute } from './routes';

export function MetricsPage() {
  const search = metricsRoute.useSearch();
  return (
    <>
      <PageTitle title="Metrics" hint="A metric turns the usage events of a billing period into units.">
        <NewMetric />
      </PageTitle>
      <List
        label="Billable metrics"
        search={search}
        load={(query, signal) => billing.billableMetrics.list(query, { signal })}
        keyOf={(it) => it.id}
        columns={[
          { title: 'Name', cell: (it) => it.name },
          { title: 'Code', cell: (it) => <code>{it.code}</code> },
          { title: 'Aggregation', cell: (it) => <Aggregation metric={it} />, minor: true },
          { title: 'Rounding', cell: roundingOf, minor: true },
          { title: 'Actions', cell: (it) => <Actions metric={it} />, align: 'end' },
        ]}
        empty={
          <Empty title="No metrics">
            A metric says what you count: API calls, gigabytes, seats. Create one, let a plan charge for it,
            and report usage events with its code.
          </Empty>
        }
      />
    </>
  );
}

function NewMetric() {
  return (
    <FormButton
      label="New metric"
      look="primary"
      submit="Create metric"
      fields={METRIC_FIELDS}
      send={(body) => billing.billableMetrics.create(body as unknown as CreateBillableMetric)}
    />
  );
}

function Aggregation({ metric }: { metric: BillableMetric }) {
  return (
    <>
      {AGGREGATIONS[metric.aggregation_type].name}
      {metric.field_name !== null && (
        <>
          {' of '}
          <code>{metric.field_name}</code>
        </>
      )}{' '}
      {metric.recurring && <Badge>recurring</Badge>}
    </>
  );
}

function roundingOf({ rounding_function: rounding, rounding_precision: precision }: BillableMetric): string {
  if (rounding === null) return 'None';
  const direction = { round: 'To the nearest', ceil: 'Up', floor: 'Down' }[rounding];
  return `${direction}, ${precision ?? 0} decimal places`;
}

function Actions({ metric }: { metric: BillableMetric }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <EditButton
        title={`Edit ${metric.name}`}
        description="While a plan charges the metric, or its usage is not billed yet, only the name, the description and the unit can change."
        fields={METRIC_CHANGES}
        load={() => billing.billableMetrics.get(metric.id)}
        send={(body, options) => billing.billableMetrics.update(metric.id, body, options)}
      />
      <ConfirmButton label="Delete" look="danger" act={() => billing.billableMetrics.delete(metric.id)}>
        Deletes the metric {metric.name}. A metric that a plan charges, or whose usage is not billed yet,
        cannot be deleted.
      </ConfirmButton>
    </div>
  );
}
