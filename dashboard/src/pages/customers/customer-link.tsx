import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useOnce } from '../../api/hooks';

interface Listed {
  customer_id: string;
  /** Of a list that was requested with `include=customer`. */
  customer?: { external_id: string; name: string | null } | null;
}

/** A link to the customer of a record in a list. */
export function ListedCustomer({ of: { customer_id: id, customer } }: { of: Listed }) {
  return (
    <Link to="/customers/$id" params={{ id }}>
      {customer?.name ?? customer?.external_id ?? 'Customer'}
    </Link>
  );
}

/** A link to a customer by name. */
export function CustomerLink({ id }: { id: string }) {
  const { data } = useOnce(['customer', id, 'name'], async (signal) => {
    const customer = await billing.customers.get(id, { signal });
    return customer.name ?? customer.external_id;
  });
  return (
    <Link to="/customers/$id" params={{ id }}>
      {data ?? 'Customer'}
    </Link>
  );
}
