import type { Schemas } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import type { Query } from '../../api/client';
import { useScope } from '../../api/session';
import { Empty, ListView, Status, Time } from '../../ui';
import { CustomerName } from '../shared/names';

type Email = Schemas['Email'];

interface EmailTableProps {
  query: Query;
  /** Whether the page is about one customer, whose name it shows already. */
  ofCustomer?: boolean;
}

/** E-mails with their state, and what was sent. */
export function EmailTable({ query, ofCustomer = false }: EmailTableProps) {
  if (!useScope('emails:read')) return <Empty title="The key may not read e-mails." />;
  return (
    <ListView
      label="E-mails"
      path="/v1/emails"
      query={query}
      cursor="emails"
      empty={
        <Empty title="No e-mails">
          Final invoices, receipts, credit notes and payment requests are sent by themselves as the{' '}
          <Link to="/settings" className="text-link underline">
            settings
          </Link>{' '}
          say, or by hand.
        </Empty>
      }
      columns={[
        { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
        { title: 'Subject', cell: (it) => <Subject email={it} /> },
        ...(ofCustomer
          ? []
          : [
              { title: 'Customer', cell: (it: Email) => <CustomerName id={it.customer_id} />, isMinor: true },
            ]),
        { title: 'To', cell: (it) => it.to ?? '–' },
        { title: 'Status', cell: (it) => <State email={it} /> },
        { title: 'Attempts', cell: (it) => it.attempts, isNumber: true, isMinor: true },
      ]}
    />
  );
}

/** Leads to the message as it was sent, once there is one. */
function Subject({ email: { id, kind, subject } }: { email: Email }) {
  const what = kind.replaceAll('_', ' ');
  if (subject === null) return <span className="first-letter:uppercase">{what}</span>;
  return (
    <a
      href={`/dashboard/api/v1/emails/${id}/message`}
      download={`${id}.eml`}
      className="font-medium text-link underline"
    >
      {subject}
      <span className="sr-only">, download the message</span>
    </a>
  );
}

function State({ email: { state, last_error: error, next_attempt_at: next } }: { email: Email }) {
  return (
    <div>
      <Status of={state} />
      {error !== null && <p className="mt-1 max-w-xs text-xs break-words text-muted">{error}</p>}
      {error !== null && next !== null && (
        <p className="text-xs text-muted">
          Next attempt: <Time at={next} />
        </p>
      )}
    </div>
  );
}
