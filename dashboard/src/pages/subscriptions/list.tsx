import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useScope } from '../../api/session';
import { Button, Card, Page } from '../../ui';
import { FilterLinks } from '../../ui/filter-links';
import { CreateSubscription } from './create';
import { SubscriptionTable } from './table';

const STATUSES = ['active', 'pending', 'canceled', 'terminated'];

/** All subscriptions. */
export function SubscriptionsPage() {
  const [isAdding, setAdding] = useState(false);
  const { status } = useSearch({ strict: false });
  const add = useScope('subscriptions:write') && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      Subscribe a customer
    </Button>
  );
  return (
    <Page title="Subscriptions" actions={add}>
      <FilterLinks
        label="Status"
        name="status"
        options={STATUSES.map((value) => ({ value, label: value }))}
      />
      <Card padded={false}>
        <SubscriptionTable query={{ status }} action={add} />
      </Card>
      {isAdding && <CreateSubscription onClose={() => setAdding(false)} />}
    </Page>
  );
}
