import type { ListPath } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { CheckCircle2, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Query } from '../api/client';
import { usePage } from '../api/hooks';
import { createSampleData, useScope } from '../api/session';
import { Bar, Button, Card, Page, useAction } from '../ui';

interface Step {
  title: string;
  what: string;
  to: string;
  action: string;
  isDone: boolean;
}

/** Tells whether a list has an entry: the checklist ticks itself by what is really there. */
function useExists(path: ListPath, query: Query = {}): boolean {
  const { data } = usePage(path, { query: { ...query, limit: 1 } });
  return data !== undefined && data.items.length > 0;
}

function useSteps(): readonly Step[] {
  return [
    {
      title: 'Define what you meter',
      what: 'A billable metric says how usage events are added up: counted, summed, their maximum.',
      to: '/metrics',
      action: 'Metrics',
      isDone: useExists('/v1/billable_metrics'),
    },
    {
      title: 'Make a plan',
      what: 'A base price, and charges for usage in one of six models. The simulator explains every cent.',
      to: '/plans',
      action: 'Plans',
      isDone: useExists('/v1/plans'),
    },
    {
      title: 'Add a customer and subscribe it',
      what: 'A subscription connects a customer with a plan; from then on it is billed by itself.',
      to: '/customers',
      action: 'Customers',
      isDone: useExists('/v1/subscriptions'),
    },
    {
      title: 'Send usage',
      what: 'Your service reports events. Each is counted exactly once per transaction_id.',
      to: '/usage',
      action: 'Usage events',
      isDone: useExists('/v1/events'),
    },
    {
      title: 'Receive a webhook',
      what: 'Add an endpoint; without a receiver of your own, the built-in inbox shows what arrives.',
      to: '/endpoints',
      action: 'Endpoints',
      isDone: useExists('/v1/webhook_endpoints/hooks/list', { status: 'succeeded' }),
    },
    {
      title: 'Get paid',
      what: 'Finalize an invoice, send it, and record the payment.',
      to: '/invoices',
      action: 'Invoices',
      isDone: useExists('/v1/invoices', { status: 'paid' }),
    },
  ];
}

/** From an empty organization to a paid invoice. */
export function QuickStartPage() {
  const steps = useSteps();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Page
      title="Quick start"
      subtitle="From an empty organization to a paid invoice."
      actions={<SampleData />}
    >
      <Card>
        <p className="mb-2 font-medium" role="status">
          {done} of {steps.length} done
        </p>
        <Bar share={done / steps.length} label="Progress of the quick start" tone="good" />
      </Card>
      <Card padded={false}>
        <ol>
          {steps.map((step) => (
            <StepRow key={step.to} {...step} />
          ))}
        </ol>
      </Card>
    </Page>
  );
}

function StepRow({ title, what, to, action, isDone }: Step): ReactNode {
  return (
    <li className="flex items-start gap-3 border-b border-line p-4 last:border-0">
      {isDone ? (
        <CheckCircle2 className="mt-0.5 shrink-0 text-good" size={20} aria-label="Done" />
      ) : (
        <Circle className="mt-0.5 shrink-0 text-muted" size={20} aria-label="To do" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-muted">{what}</p>
      </div>
      <Link to={to} className="shrink-0 font-medium text-link underline">
        {action}
      </Link>
    </li>
  );
}

/** Makes customers, plans, usage and invoices to look around in. */
function SampleData() {
  const mayWrite = useScope('plans:write');
  const { busy, run } = useAction(createSampleData, 'The sample data is there.');
  if (!mayWrite) return null;
  return (
    <Button kind="primary" busy={busy} onClick={run}>
      {busy ? 'Creating sample data …' : 'Create sample data'}
    </Button>
  );
}
