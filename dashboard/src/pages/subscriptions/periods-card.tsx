import type { Subscription } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { billing } from '../../api/client';
import { useOrganization } from '../../api/hooks';
import { Alert, Card, Facts } from '../../ui/layout';
import { Time } from '../../ui/time';
import { toInstant } from '../../ui/zoned';

/** The current billing period, and that of any other day. */
export function PeriodsCard({ subscription }: { subscription: Subscription }) {
  const input = useId();
  const [day, setDay] = useState('');
  const { current_period: current } = subscription;
  return (
    <Card title="Billing periods">
      <Facts
        of={[[subscription.terminated_at === null ? 'Current' : 'Last', current && <Span of={current} />]]}
      />
      {subscription.status === 'active' && (
        <>
          <label htmlFor={input} className="mt-3 block text-muted">
            Look up the billing period of a day
          </label>
          <input id={input} type="date" value={day} onChange={(it) => setDay(it.target.value)} />
          {day !== '' && <PeriodOf id={subscription.id} day={day} />}
        </>
      )}
    </Card>
  );
}

function PeriodOf({ id, day }: { id: string; day: string }) {
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  const { data, error } = useQuery({
    queryKey: ['subscription', id, 'period', day],
    queryFn: ({ signal }) =>
      billing.subscriptions.getBillingPeriod(id, { at: toInstant(`${day}T00:00`, timeZone) }, { signal }),
    refetchInterval: false,
  });
  if (error !== null) return <Alert>{error.message}</Alert>;
  if (data === undefined) return null;
  return (
    <div className="mt-2">
      <Facts
        of={[
          ['Period', <Span key="period" of={data.current} />],
          ['An invoice would bill', <Span key="billed" of={data.billed} />],
          [
            'with the usage of',
            <Span key="usage" of={{ from: data.billed.charges_from, to: data.billed.charges_to }} />,
          ],
        ]}
      />
    </div>
  );
}

function Span({ of: { from, to } }: { of: { from: string; to: string } }) {
  return (
    <>
      <Time at={from} precision="day" /> to <Time at={to} precision="day" />
    </>
  );
}
