import { Link } from '@tanstack/react-router';
import { useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';

const LINK = 'text-link underline decoration-line-strong underline-offset-2';

/** A customer by its id: its name, as soon as it is known. */
export function CustomerName({ id }: { id: string }) {
  const { data } = useRecord('/v1/customers/{id}', {
    path: { id },
    enabled: useScope('customers:read'),
    every: false,
  });
  return (
    <Link to="/customers/$id" params={{ id }} className={LINK}>
      {data === undefined ? id.slice(0, 8) : (data.body.name ?? data.body.external_id)}
    </Link>
  );
}

/** A plan by its id. */
export function PlanName({ id }: { id: string }) {
  const { data } = useRecord('/v1/plans/{id}', {
    path: { id },
    enabled: useScope('plans:read'),
    every: false,
  });
  return (
    <Link to="/plans/$id" params={{ id }} className={LINK}>
      {data === undefined ? id.slice(0, 8) : data.body.name}
    </Link>
  );
}

/** A subscription by its id. */
export function SubscriptionName({ id }: { id: string }) {
  const { data } = useRecord('/v1/subscriptions/{id}', {
    path: { id },
    enabled: useScope('subscriptions:read'),
    every: false,
  });
  return (
    <Link to="/subscriptions/$id" params={{ id }} className={LINK}>
      {data === undefined ? id.slice(0, 8) : (data.body.name ?? data.body.external_id)}
    </Link>
  );
}
