import type { BillableMetric, CreateUsageEvent } from '@billing-service/sdk';
import { useMetrics } from '../../api/choices';
import { billing } from '../../api/client';
import { useOrganization } from '../../api/hooks';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { eventBody } from './event-body';

/** Reports usage, as an application does with the API. */
export function SendEvent() {
  const metrics = useMetrics() ?? [];
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  return (
    <FormButton
      label="Send event"
      title="Send a usage event"
      look="primary"
      fields={eventFields(metrics, timeZone)}
      send={(body) => billing.usageEvents.create(eventBody(body) as unknown as CreateUsageEvent)}
    />
  );
}

function eventFields(metrics: readonly BillableMetric[], timeZone: string): readonly Field[] {
  return [
    {
      name: 'code',
      label: 'Metric',
      kind: 'select',
      required: true,
      options: [
        ['', metrics.length === 0 ? 'Create a billable metric first' : 'Choose a metric'],
        ...metrics.map((it) => [it.code, metricLabel(it)] as const),
      ],
    },
    {
      name: 'external_subscription_id',
      label: 'External ID of the subscription',
      placeholder: 'sub_1042',
      help: 'Or enter the customer, if the customer has only one active subscription.',
    },
    { name: 'external_customer_id', label: 'External ID of the customer', placeholder: 'cust_1042' },
    {
      name: 'properties',
      label: 'Properties',
      kind: 'rows',
      initial: [{ name: metrics.find((it) => it.field_name !== null)?.field_name ?? '', value: '' }],
      row: [
        { name: 'name', label: 'Name', required: true },
        { name: 'value', label: 'Value', required: true },
      ],
    },
    {
      name: 'timestamp',
      label: 'Time',
      kind: 'instant',
      timeZone,
      help: 'By default, now.',
    },
    {
      name: 'transaction_id',
      label: 'Transaction ID',
      required: true,
      initial: crypto.randomUUID(),
      help: 'An event with the same ID is counted once, however often it is sent.',
    },
  ];
}

/** Names a metric, and the property that holds its value. */
function metricLabel({ name, field_name: field }: BillableMetric): string {
  return field === null ? name : `${name} (property ${field})`;
}
