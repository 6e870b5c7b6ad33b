import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive, useOnce } from '../../api/hooks';
import { Badge, Card } from '../../ui/layout';
import { Time } from '../../ui/time';
import { Figure } from './figure';

/** Deliveries of webhooks by state. */
export function DeliveriesCard() {
  const { data } = useLive(['home', 'deliveries'], (signal) =>
    billing.webhookDeliveries.getStats({ signal }),
  );
  const total = (data ?? []).reduce((sum, it) => sum + it.total, 0);
  const succeeded = (data ?? []).reduce((sum, it) => sum + it.succeeded, 0);
  const failed = (data ?? []).reduce((sum, it) => sum + it.failed, 0);
  return (
    <Card title="Deliveries">
      <Figure label={<DeliveriesLink status="succeeded">Succeeded</DeliveriesLink>}>
        {succeeded.toLocaleString()}
      </Figure>
      <Figure label={<DeliveriesLink status="failed">Failed</DeliveriesLink>}>
        {failed.toLocaleString()}
      </Figure>
      <Figure label={<DeliveriesLink status="pending">Waiting</DeliveriesLink>}>
        {(total - succeeded - failed).toLocaleString()}
      </Figure>
    </Card>
  );
}

function DeliveriesLink({ status, children }: { status: string; children: string }) {
  return (
    <Link to="/deliveries" search={{ status }}>
      {children}
    </Link>
  );
}

/** Whether the sums of the books agree. Checked every five minutes, because it reads all of them. */
export function ReconciliationCard() {
  const { data } = useOnce(['home', 'reconciliation'], (signal) => billing.reconciliation.get({ signal }));
  return (
    <Card title="Reconciliation">
      {data === undefined ? (
        <p className="text-muted">Checking …</p>
      ) : (
        <>
          <p>
            <Badge tone={data.agrees ? 'good' : 'bad'}>
              {data.agrees ? 'All sums agree' : 'Some sums do not agree'}
            </Badge>
          </p>
          <ul className="mt-2 flex flex-col gap-1 text-muted">
            {data.checks
              .filter((it) => !it.agrees)
              .map((it) => (
                <li key={it.name}>{it.description}</li>
              ))}
          </ul>
          <p className="mt-2 text-muted">
            {data.checks.length} checks, <Time at={data.checked_at} />
          </p>
        </>
      )}
    </Card>
  );
}
