import type { Schemas } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';

/** The kind of an event, which leads to its delivery. */
export function EventLink({ delivery }: { delivery: Pick<Schemas['Delivery'], 'id' | 'webhook_type'> }) {
  return (
    <Link
      to="/deliveries/$id"
      params={{ id: delivery.id }}
      className="font-mono text-[13px] text-link hover:underline"
    >
      {delivery.webhook_type}
    </Link>
  );
}

const PLACES: Readonly<Record<string, string>> = {
  invoice: 'invoices',
  customer: 'customers',
  subscription: 'subscriptions',
  webhook_endpoint: 'endpoints',
  plan: 'plans',
};

/** An object that an event or an entry of the audit log is about; a link where it has a page. */
export function ObjectLink({ type, id }: { type: string; id: string | null }) {
  const place = PLACES[type];
  const name = type.replaceAll('_', ' ');
  if (id === null) return <>{name}</>;
  if (place === undefined) return <span title={id}>{name}</span>;
  return <PlaceLink to={`/${place}/${id}`} title={id} name={name} />;
}

/** A link to an address that is put together. */
function PlaceLink({ to, title, name }: { to: string; title: string; name: string }) {
  return (
    <Link to={to} title={title} className="text-link hover:underline">
      {name}
    </Link>
  );
}
