import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useScope } from '../../api/session';
import { Button, Card, Empty, ListView, Page, Time } from '../../ui';
import { SearchField } from '../../ui/search-field';
import { CustomerDialog } from './form';

/** All customers. */
export function CustomersPage() {
  const [isAdding, setAdding] = useState(false);
  const { q: term } = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayWrite = useScope('customers:write');
  const add = mayWrite && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      Add a customer
    </Button>
  );
  return (
    <Page title="Customers" actions={add}>
      <SearchField label="Name, e-mail or external id" />
      <Card padded={false}>
        <ListView
          label="Customers"
          path="/v1/customers"
          query={{ search: term }}
          empty={
            term === undefined ? (
              <Empty title="No customers yet" icon={Users} action={add}>
                A customer is whom you bill. It needs no more than the id that your own system has for it.
              </Empty>
            ) : (
              <Empty title="No customer matches">
                Search for a part of the name, the e-mail or the external id.
              </Empty>
            )
          }
          columns={[
            {
              title: 'Customer',
              cell: (it) => (
                <Link
                  to="/customers/$id"
                  params={{ id: it.id }}
                  className="font-medium text-link hover:underline"
                >
                  {it.name ?? it.external_id}
                </Link>
              ),
            },
            { title: 'External id', cell: (it) => it.external_id },
            { title: 'E-mail', cell: (it) => it.email ?? '–', isMinor: true },
            { title: 'Currency', cell: (it) => it.currency ?? 'default', isMinor: true },
            { title: 'Created', cell: (it) => <Time at={it.created_at} />, isMinor: true },
          ]}
        />
      </Card>
      {isAdding && (
        <CustomerDialog
          onClose={() => setAdding(false)}
          onCreated={(id) => void navigate({ to: '/customers/$id', params: { id } })}
        />
      )}
    </Page>
  );
}
