import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';

/** A link to an invoice by number. */
export function InvoiceLink({ id }: { id: string }) {
  const { data } = useLive(['invoice', id], (signal) => billing.invoices.get(id, { signal }));
  return (
    <Link to="/invoices/$id" params={{ id }}>
      Invoice {data?.number ?? ''}
    </Link>
  );
}
