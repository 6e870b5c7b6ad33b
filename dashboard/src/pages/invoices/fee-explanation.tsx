import type { ExplanationStep, FeeExplanation, Invoice, InvoiceFee } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Dialog } from '../../ui/dialog';
import { Alert } from '../../ui/layout';
import { Time } from '../../ui/time';
import { usageSearchOf } from './usage-search';

interface Props {
  invoice: Invoice;
  fee: InvoiceFee;
}

/** Opens the calculation of a line, down to its usage events. */
export function WhyButton({ invoice, fee }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="text-accent underline-offset-2 hover:underline"
        aria-label={`Why this amount: ${fee.description}`}
        onClick={() => setOpen(true)}
      >
        Why this amount?
      </button>
      <Dialog title={fee.description} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Explanation invoice={invoice} fee={fee} />
      </Dialog>
    </>
  );
}

const INCOMPLETE: Record<NonNullable<FeeExplanation['incomplete_reason']>, string> = {
  not_stored: 'The records from which this amount was calculated are not stored.',
  amount_differs: 'The stored records lead to another amount, so only the amount itself is shown.',
  draft_changed: 'Usage has just arrived; the steps appear in a moment.',
  set_by_extension: 'An extension of this installation has set the amount.',
  charge_model_failed: 'The charge model of this line is not installed, or fails.',
};

function Explanation({ invoice, fee }: Props) {
  const { data, error } = useLive(['invoice', invoice.id, 'explanation', fee.id], (signal) =>
    billing.invoices.explainFee(invoice.id, fee.id, { signal }),
  );
  if (data === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  const { incomplete_reason: reason, steps, taxes, events } = data;
  return (
    <div className="flex flex-col gap-4">
      {reason !== null && <Alert tone="warn">{INCOMPLETE[reason]}</Alert>}
      <Steps steps={steps} />
      {taxes.steps.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">Taxes</h3>
          <Steps steps={taxes.steps} />
        </div>
      )}
      {events !== null && <Events path={events.path} count={events.count} />}
    </div>
  );
}

function Steps({ steps }: { steps: readonly ExplanationStep[] }) {
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <li key={index} className="border-b border-line py-2 last:border-0">
          <p>{step.description}</p>
          <p className="mt-0.5 flex flex-wrap justify-between gap-2">
            <code className="text-muted">{step.calculation ?? ''}</code>
            <span className={index === steps.length - 1 ? 'font-semibold' : ''}>
              {step.result} {step.unit}
            </span>
          </p>
        </li>
      ))}
    </ol>
  );
}

const SHOWN = 10;

/** The events that a line counts: the newest ones, and a link to all. */
function Events({ path, count }: { path: string; count: number }) {
  const search = usageSearchOf(path);
  const { data } = useLive(['events', path], async (signal) => {
    const { charged, ...filter } = search;
    const page = await billing.usageEvents.list(
      { ...filter, limit: SHOWN, ...(charged === undefined ? {} : { charged: charged === 'true' }) },
      { signal },
    );
    return page.items;
  });
  return (
    <div>
      <h3 className="mb-1 font-semibold">Usage events</h3>
      <ul className="flex flex-col gap-1">
        {data?.map((it) => (
          <li key={it.id} className="flex flex-wrap justify-between gap-2">
            <code className="break-all">{JSON.stringify(it.properties)}</code>
            <span className="text-muted">
              <Time at={it.timestamp} precision="second" />
            </span>
          </li>
        ))}
      </ul>
      <Link to="/usage" search={search}>
        {count === 1 ? 'Show the event' : `Show all ${count.toLocaleString()} events`}
      </Link>
    </div>
  );
}
