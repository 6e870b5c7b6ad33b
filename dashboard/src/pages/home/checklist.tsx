import { Link, type LinkProps } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useAction, useLive } from '../../api/hooks';
import { Button } from '../../ui/button';
import { Alert, Card } from '../../ui/layout';
import { createSampleData } from './sample-data';

interface Step {
  text: string;
  isDone: boolean;
  to: LinkProps['to'];
}

/** Loads which steps have happened. */
async function loadSteps(signal: AbortSignal) {
  const one = { limit: 1 };
  const [customers, plans, subscriptions, events, invoices, paid, endpoints] = await Promise.all([
    billing.customers.list(one, { signal }),
    billing.plans.list(one, { signal }),
    billing.subscriptions.list(one, { signal }),
    billing.usageEvents.list(one, { signal }),
    billing.invoices.list(one, { signal }),
    billing.invoices.list({ ...one, status: 'paid' }, { signal }),
    billing.webhookEndpoints.list(one, { signal }),
  ]);
  return {
    customers: customers.totalCount > 0,
    plans: plans.totalCount > 0,
    subscriptions: subscriptions.totalCount > 0,
    events: events.totalCount > 0,
    invoices: invoices.totalCount > 0,
    paid: paid.totalCount > 0,
    endpoints: endpoints.totalCount > 0,
  };
}

/** Returns the steps to the first paid invoice, and which of them have happened. */
function useSteps(): readonly Step[] | undefined {
  const { data } = useLive(['checklist'], loadSteps, {
    until: (steps) => Object.values(steps).every((isDone) => isDone),
  });
  if (data === undefined) return undefined;
  return [
    {
      text: 'Create a webhook endpoint, or an inbox that needs no receiver',
      isDone: data.endpoints,
      to: '/endpoints',
    },
    { text: 'Create a plan with its price and its charges for usage', isDone: data.plans, to: '/plans' },
    { text: 'Create a customer', isDone: data.customers, to: '/customers' },
    { text: 'Subscribe the customer to the plan', isDone: data.subscriptions, to: '/subscriptions' },
    { text: 'Report usage', isDone: data.events, to: '/usage' },
    { text: 'Get an invoice', isDone: data.invoices, to: '/invoices' },
    { text: 'Record its payment', isDone: data.paid, to: '/invoices' },
  ];
}

/** The way to the first paid invoice; gone when the organization has arrived there. */
export function Checklist() {
  const steps = useSteps();
  if (steps === undefined || steps.every((it) => it.isDone)) return null;
  const done = steps.filter((it) => it.isDone).length;
  return (
    <Card
      title="Quick start"
      action={
        <span className="text-muted">
          {done} of {steps.length} done
        </span>
      }
    >
      <ol className="flex flex-col gap-1.5">
        {steps.map((step) => (
          <li key={step.text} className="flex gap-2">
            <span aria-hidden="true" className={step.isDone ? 'text-good' : 'text-muted'}>
              {step.isDone ? '✓' : '○'}
            </span>
            {step.isDone ? (
              <span className="text-muted">
                {step.text} <span className="sr-only">(done)</span>
              </span>
            ) : (
              <Link to={step.to}>{step.text}</Link>
            )}
          </li>
        ))}
      </ol>
      {done < steps.length - 1 && <SampleData />}
    </Card>
  );
}

function SampleData() {
  const sample = useAction((_: null) => createSampleData());
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button look="primary" disabled={sample.isPending} onClick={() => sample.mutate(null)}>
          {sample.isPending ? 'Creating …' : 'Create sample data'}
        </Button>
        <span className="text-muted">A plan, a customer with usage, an inbox, and the first invoice.</span>
      </div>
      {sample.error !== null && <Alert>{sample.error.message}</Alert>}
    </>
  );
}
