import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useOnce } from '../../api/hooks';

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
