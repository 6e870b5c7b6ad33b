import { useNavigate, useSearch } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import { useId, useState } from 'react';
import { usePage, useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { Button, Card, Empty, LinkButton, ListView, Page, Status, Time } from '../../ui';
import { FilterLinks } from '../../ui/filter-links';
import { DeliveryHistogram } from './histogram';
import { Recover } from '../endpoints/recover';
import { EventLink, ObjectLink } from '../shared/event-link';

const STATUSES = ['pending', 'succeeded', 'failed'];

/** Every event and where it was delivered. */
export function DeliveriesPage() {
  const search = useSearch({ strict: false });
  const { status, kind, endpoint, object, from, to } = search;
  return (
    <Page
      title="Deliveries"
      subtitle="Every event, for every endpoint that asked for it."
      actions={endpoint !== undefined && <RecoverEndpoint id={endpoint} />}
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        <FilterLinks
          label="Status"
          name="status"
          options={STATUSES.map((value) => ({ value, label: value }))}
        />
        <Filters />
      </div>
      <DeliveryHistogram />
      <Card padded={false}>
        <ListView
          label="Deliveries"
          path="/v1/webhook_endpoints/hooks/list"
          query={{
            status,
            webhook_type: kind,
            webhook_endpoint_id: endpoint,
            object_id: object,
            created_after: from,
            created_before: to,
          }}
          empty={
            <Empty
              title="No deliveries"
              icon={Radio}
              action={<LinkButton to="/endpoints">Endpoints</LinkButton>}
            >
              Every change makes an event in the same transaction. It is delivered to the endpoints that asked
              for its kind, and every attempt is recorded here.
            </Empty>
          }
          columns={[
            { title: 'Event', cell: (it) => <EventLink delivery={it} /> },
            {
              title: 'About',
              cell: (it) => <ObjectLink type={it.object_type} id={it.object_id} />,
              isMinor: true,
            },
            { title: 'Status', cell: (it) => <Status of={it.status} /> },
            { title: 'Response', cell: (it) => it.http_status ?? it.error_message ?? '–', isMinor: true },
            { title: 'Retries', cell: (it) => it.retries, isNumber: true, isMinor: true },
            { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
          ]}
        />
      </Card>
    </Page>
  );
}

/** Retries what failed at the endpoint that is shown. */
function RecoverEndpoint({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!useScope('webhooks:manage')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Recover failed deliveries</Button>
      {isOpen && <Recover id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

function Filters() {
  const kinds = useRecord('/v1/event_types', { every: false });
  const endpoints = usePage('/v1/webhook_endpoints', { query: { limit: 100 }, every: false });
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        label="Kind of event"
        name="kind"
        options={kinds.data?.body.map((it) => ({ value: it.webhook_type, label: it.webhook_type })) ?? []}
      />
      <Select
        label="Endpoint"
        name="endpoint"
        options={endpoints.data?.items.map((it) => ({ value: it.id, label: it.description ?? it.url })) ?? []}
      />
    </div>
  );
}

interface SelectProps {
  label: string;
  /** Name of the filter in the address. */
  name: string;
  options: readonly { value: string; label: string }[];
}

function Select({ label, name, options }: SelectProps) {
  const id = useId();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (value: string) =>
    void navigate({
      to: '.',
      search: { ...search, page: undefined, [name]: value === '' ? undefined : value },
    });
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        className="input !w-48"
        value={search[name] ?? ''}
        onChange={(it) => choose(it.target.value)}
      >
        <option value="">{label}: all</option>
        {options.map((it) => (
          <option key={it.value} value={it.value}>
            {it.label}
          </option>
        ))}
      </select>
    </div>
  );
}
