import type { Email } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { useSession } from '../../api/session';
import { ConfirmButton } from '../../ui/confirm';
import { Alert, Badge, Card, Facts, PageTitle } from '../../ui/layout';
import { Time } from '../../ui/time';
import { CustomerLink } from '../customers/customer-link';
import { kindOf } from './kinds';
import { MessageCard } from './message-card';
import { emailRoute } from './routes';

export function EmailPage() {
  const { id } = emailRoute.useParams();
  const { settings } = useSession();
  const { data: email, error } = useLive(['email', id], (signal) => billing.emails.get(id, { signal }));
  if (email === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle
        title={email.subject ?? kindOf(email.kind)}
        hint={
          <>
            <Badge>{email.status}</Badge> <Link to="/emails">All e-mails</Link>
          </>
        }
      >
        {settings.mail && email.status !== 'sent' && (
          <ConfirmButton label="Retry" look="primary" act={() => billing.emails.retry(id)}>
            Makes an attempt now, with the same message.
          </ConfirmButton>
        )}
      </PageTitle>
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <MessageCard email={email} />
        <Details of={email} />
      </div>
    </>
  );
}

function Details({ of: email }: { of: Email }) {
  const at = (instant: string | null) => instant !== null && <Time at={instant} precision="second" />;
  return (
    <Card title="Details">
      <Facts
        of={[
          ['To', email.to],
          ['Replies to', email.reply_to ?? 'the address of the sender'],
          ['About', <About key="about" of={email} />],
          ['Customer', <CustomerLink key="customer" id={email.customer_id} />],
          ['Attempts', String(email.attempts)],
          ['Last error', email.error !== null && <span className="text-bad">{email.error}</span>],
          ['Next attempt', at(email.next_attempt_at)],
          ['Queued', at(email.created_at)],
          ['Sent', at(email.sent_at)],
        ]}
      />
    </Card>
  );
}

function About({ of: { kind, object_id: id } }: { of: Email }) {
  if (kind === 'invoice') {
    return (
      <Link to="/invoices/$id" params={{ id }}>
        {kindOf(kind)}
      </Link>
    );
  }
  if (kind === 'payment_request') {
    return (
      <Link to="/dunning/requests/$id" params={{ id }}>
        {kindOf(kind)}
      </Link>
    );
  }
  return kindOf(kind);
}
