import type { CreateCustomer } from '@billing-service/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { FormButton } from '../../ui/form/form-button';
import { Empty, PageTitle } from '../../ui/layout';
import { FilterText } from '../../ui/filters';
import { List } from '../../ui/list';
import { Time } from '../../ui/time';
import { CUSTOMER_FIELDS } from './customer-fields';
import { customersRoute } from './routes';

export function CustomersPage() {
  const search = customersRoute.useSearch();
  const { email, external_id } = search;
  return (
    <>
      <PageTitle title="Customers">
        <NewCustomer />
      </PageTitle>
      <div className="flex flex-wrap gap-3">
        <FilterText name="external_id" label="External ID" search={search} />
        <FilterText name="email" label="E-mail address" search={search} />
      </div>
      <List
        label="Customers"
        search={search}
        load={(query, signal) => billing.customers.list({ ...query, email, external_id }, { signal })}
        keyOf={(it) => it.id}
        columns={[
          {
            title: 'Name',
            cell: (it) => (
              <Link to="/customers/$id" params={{ id: it.id }}>
                {it.name ?? it.external_id}
              </Link>
            ),
          },
          { title: 'External ID', cell: (it) => <code>{it.external_id}</code>, minor: true },
          { title: 'E-mail', cell: (it) => it.email },
          { title: 'Currency', cell: (it) => it.currency, minor: true },
          { title: 'Created', cell: (it) => <Time at={it.created_at} />, minor: true },
        ]}
        empty={
          <Empty title="No customers">
            A customer is a person or company that you bill. Its external ID is the ID that your application
            knows it by.
          </Empty>
        }
      />
    </>
  );
}

function NewCustomer() {
  const navigate = useNavigate();
  return (
    <FormButton
      label="New customer"
      look="primary"
      submit="Create customer"
      fields={CUSTOMER_FIELDS}
      send={(body) => billing.customers.create(body as unknown as CreateCustomer)}
      onDone={({ id }) => void navigate({ to: '/customers/$id', params: { id } })}
    />
  );
}
