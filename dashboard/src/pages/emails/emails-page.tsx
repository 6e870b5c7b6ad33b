import type { ListEmailsQuery } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useSession } from '../../api/session';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { FilterTabs } from '../../ui/filters';
import { List } from '../../ui/list';
import { Time } from '../../ui/time';
import { kindOf } from './kinds';
import { emailsRoute } from './routes';

export function EmailsPage() {
  const search = emailsRoute.useSearch();
  const { settings } = useSession();
  const { status, customer_id, object_id } = search;
  const filter = { status: status as ListEmailsQuery['status'], customer_id, object_id };
  return (
    <>
      <PageTitle
        title="E-mails"
        hint={settings.mail ? undefined : 'No mail server is configured, so the service sends no e-mails.'}
      />
      <FilterTabs
        name="status"
        search={search}
        options={[
          ['', 'All'],
          ['queued', 'Queued'],
          ['sent', 'Sent'],
          ['failed', 'Failed'],
        ]}
      />
      <List
        label="E-mails"
        search={search}
        load={(query, signal) => billing.emails.list({ ...query, ...filter }, { signal })}
        keyOf={(it) => it.id}
        columns={[
          {
            title: 'Subject',
            cell: (it) => (
              <Link to="/emails/$id" params={{ id: it.id }}>
                {it.subject ?? kindOf(it.kind)}
              </Link>
            ),
          },
          { title: 'To', cell: (it) => it.to, minor: true },
          { title: 'Status', cell: (it) => <Badge>{it.status}</Badge> },
          { title: 'About', cell: (it) => kindOf(it.kind), minor: true },
          { title: 'Queued', cell: (it) => <Time at={it.created_at} />, minor: true },
        ]}
        empty={
          <Empty title="No e-mails">
            The service sends documents to customers when you turn it on in the{' '}
            <Link to="/settings">settings</Link>, or when you send an invoice from its page.
          </Empty>
        }
      />
    </>
  );
}
