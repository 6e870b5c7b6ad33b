import { Link } from '@tanstack/react-router';
import { CheckCircle2, ListChecks, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePage, useRecord } from '../api/hooks';
import { useScope, useSession } from '../api/session';
import { Card, Empty, Grid, LinkButton, ListView, Loading, Money, Page, Status, Time } from '../ui';
import { EventLink } from './shared/event-link';

const MINUTE_MS = 60_000;

/** What somebody wants to know in the morning. */
export function HomePage() {
  const { organization } = useSession();
  return (
    <Page title="Home" subtitle={organization.name}>
      <Begin />
      <Grid columns={4}>
        <Revenue />
        <Deliveries />
        <Receivables />
        <Reconciliation />
      </Grid>
      <LastEvents />
    </Page>
  );
}

/** Leads a new organization to the quick start. */
function Begin() {
  const { data } = usePage('/v1/customers', { query: { limit: 1 }, enabled: useScope('customers:read') });
  if (data === undefined || data.items.length > 0) return null;
  return (
    <Card>
      <Empty
        title="Welcome"
        icon={ListChecks}
        action={
          <LinkButton to="/quick-start" kind="primary">
            Open the quick start
          </LinkButton>
        }
      >
        There are no customers yet. The quick start leads from here to a paid invoice, or fills everything
        with sample data in one click.
      </Empty>
    </Card>
  );
}

function Figure({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="num text-2xl font-semibold">{value}</p>
      <p className="text-muted">{children}</p>
    </>
  );
}

function Deliveries() {
  const mayRead = useScope('webhooks:read');
  const { data } = useRecord('/v1/webhook_endpoints/delivery_stats', { enabled: mayRead });
  const queued = usePage('/v1/webhook_endpoints/hooks/list', {
    query: { status: 'pending', limit: 1 },
    enabled: mayRead,
  });
  if (!mayRead) return null;
  if (data === undefined) return <Loading />;
  const total = data.body.reduce((sum, it) => sum + it.total, 0);
  const failed = data.body.reduce((sum, it) => sum + it.failed, 0);
  const succeeded = data.body.reduce((sum, it) => sum + it.succeeded, 0);
  const hasQueued = (queued.data?.items.length ?? 0) > 0;
  return (
    <Card title="Deliveries">
      <Figure value={total === 0 ? '–' : `${((100 * succeeded) / total).toFixed(1)} %`}>
        of {total} deliveries succeeded
      </Figure>
      <p className="mt-2">
        {failed > 0 ? (
          <Link to="/deliveries" search={{ status: 'failed' }} className="text-bad underline">
            {failed} failed
          </Link>
        ) : (
          <span className="text-good">None failed</span>
        )}
        {hasQueued && ' · some are waiting'}
      </p>
    </Card>
  );
}

/** Monthly recurring revenue, by currency. */
function Revenue() {
  const mayRead = useScope('subscriptions:read');
  const { data } = useRecord('/v1/analytics/mrr', { enabled: mayRead, every: MINUTE_MS });
  if (!mayRead) return null;
  if (data === undefined) return <Loading />;
  const last = data.body.at(-1)?.date;
  const today = data.body.filter((it) => it.date === last);
  return (
    <Card title="Recurring revenue">
      {today.length === 0 && <p className="text-2xl font-semibold">–</p>}
      {today.map((it) => (
        <div key={it.currency}>
          <p className="text-2xl font-semibold">
            <Money cents={it.mrr_cents} currency={it.currency} />
          </p>
          <p className="text-muted">a month, of {it.subscriptions} subscriptions</p>
        </div>
      ))}
    </Card>
  );
}

/** What is due on open invoices, and how much of it too late. */
function Receivables() {
  const mayRead = useScope('invoices:read');
  const { data } = useRecord('/v1/analytics/receivables', { enabled: mayRead });
  if (!mayRead) return null;
  if (data === undefined) return <Loading />;
  const overdue = data.body.filter((it) => it.overdue > 0);
  const open = data.body.reduce((sum, it) => sum + it.open, 0);
  return (
    <Card title="To be paid">
      {open === 0 && <p className="text-2xl font-semibold">–</p>}
      {data.body.map(({ currency, open_amount_cents: cents }) => (
        <p key={currency} className="text-2xl font-semibold">
          <Money cents={cents} currency={currency} />
        </p>
      ))}
      <p className="text-muted">
        open, of {open} {open === 1 ? 'invoice' : 'invoices'}
      </p>
      <p className="mt-2">
        {overdue.length === 0 ? (
          <span className="text-good">Nothing is overdue</span>
        ) : (
          <Link to="/invoices" search={{ view: 'overdue' }} className="text-bad underline">
            {overdue.map(({ currency, overdue_amount_cents: cents }) => (
              <Money key={currency} cents={cents} currency={currency} className="mr-1" />
            ))}
            overdue
          </Link>
        )}
      </p>
    </Card>
  );
}

function Reconciliation() {
  const mayRead = useScope('reconciliation:read');
  const { data } = useRecord('/v1/reconciliation', { enabled: mayRead, every: MINUTE_MS });
  if (!mayRead) return null;
  if (data === undefined) return <Loading />;
  const { agrees, checks, checked_at: at } = data.body;
  const wrong = checks.filter((it) => !it.agrees);
  const Icon = agrees ? CheckCircle2 : TriangleAlert;
  return (
    <Card title="Reconciliation">
      <p className={`flex items-center gap-2 text-lg font-semibold ${agrees ? 'text-good' : 'text-bad'}`}>
        <Icon size={22} aria-hidden /> {agrees ? 'All sums agree' : `${wrong.length} checks disagree`}
      </p>
      <p className="text-muted">
        {checks.length} checks, <Time at={at} />
      </p>
      {wrong.map(({ name, description, mismatches }) => (
        <details key={name} className="mt-2">
          <summary className="text-bad">{description}</summary>
          <ul className="text-xs">
            {mismatches.map((it) => (
              <li key={it.object_id}>
                {it.object_type} {it.object_id}: {it.actual} instead of {it.expected}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Card>
  );
}

function LastEvents() {
  if (!useScope('webhooks:read')) return null;
  return (
    <Card
      title="Last events"
      padded={false}
      actions={
        <Link to="/deliveries" className="text-link underline">
          All deliveries
        </Link>
      }
    >
      <ListView
        label="Last events"
        path="/v1/webhook_endpoints/hooks/list"
        limit={10}
        cursor="events"
        empty={
          <Empty title="No events yet" action={<LinkButton to="/endpoints">Add an endpoint</LinkButton>}>
            Every change makes an event, which is delivered to your webhook endpoints.
          </Empty>
        }
        columns={[
          { title: 'Event', cell: (it) => <EventLink delivery={it} /> },
          { title: 'Status', cell: (it) => <Status of={it.status} /> },
          { title: 'Response', cell: (it) => it.http_status ?? '–', isNumber: true, isMinor: true },
          { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
        ]}
      />
    </Card>
  );
}
