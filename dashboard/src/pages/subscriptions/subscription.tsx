import type { Schemas } from '@billing-service/sdk';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/client';
import { useRecord } from '../../api/hooks';
import { useScope, useSession } from '../../api/session';
import { EditRecord } from '../../forms/edit-record';
import type { FieldSpec } from '../../forms/fields';
import { formatDay, formatLastDay } from '../../lib/dates';
import { messageOf } from '../../lib/errors';
import {
  Button,
  Card,
  Code,
  Empty,
  Fact,
  Facts,
  Loading,
  Menu,
  MenuItem,
  Money,
  Note,
  Page,
  Status,
  Time,
  useAction,
} from '../../ui';
import { CurrentUsage } from '../customers/usage';
import { ChangeCollectionMethod, CollectionMethod } from '../payments/collection-settings';
import { InvoiceTable } from '../shared/invoice-table';
import { CustomerName, PlanName } from '../shared/names';
import { Thresholds } from '../shared/thresholds';
import { ChangePlan } from './change-plan';
import { EndSubscription } from './end';

type Subscription = Schemas['Subscription'];
type Dialog = 'plan' | 'edit' | 'collection' | 'cancel' | 'terminate' | null;

const FIELDS: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', nullable: true },
  { kind: 'instant', name: 'ending_at', label: 'Ends', nullable: true },
  {
    kind: 'select',
    name: 'on_termination_action',
    label: 'When it ends',
    required: true,
    options: [
      { value: 'generate_invoice', label: 'Bill what has been used' },
      { value: 'skip', label: 'Bill nothing' },
    ],
  },
];

/** One subscription: what it costs, what it has used, and how it changes. */
export function SubscriptionPage() {
  const { id } = useParams({ from: '/signed-in/subscriptions/$id' });
  const { data, error } = useRecord('/v1/subscriptions/{id}', { path: { id } });
  const [dialog, setDialog] = useState<Dialog>(null);
  if (data === undefined) return error === null ? <Loading /> : <Empty title={messageOf(error)} />;
  const { body: subscription } = data;
  const close = () => setDialog(null);
  return (
    <Page
      title={subscription.name ?? subscription.external_id}
      subtitle={
        <span className="flex flex-wrap items-center gap-2">
          <CustomerName id={subscription.customer_id} />
          <Status of={subscription.status} />
        </span>
      }
      actions={<Actions subscription={subscription} open={setDialog} />}
    >
      {subscription.billing_error !== null && (
        <Note tone="warn">
          Billing failed: {subscription.billing_error.message} It is tried again at{' '}
          <Time at={subscription.billing_error.retry_at} />.
        </Note>
      )}
      <SubscriptionFacts subscription={subscription} />
      {subscription.status === 'active' && <CurrentUsage subscription={subscription} />}
      <Thresholds owner="subscription" id={id} currency={subscription.currency} />
      <Card title="Invoices" padded={false}>
        <InvoiceTable ofCustomer query={{ subscription_id: id }} />
      </Card>
      {dialog === 'plan' && <ChangePlan subscription={subscription} etag={data.etag} onClose={close} />}
      {dialog === 'edit' && (
        <EditRecord
          title="Edit the subscription"
          path="/v1/subscriptions/{id}"
          values={{ id }}
          fields={FIELDS}
          onClose={close}
        />
      )}
      {dialog === 'collection' && <ChangeCollectionMethod subject="subscription" id={id} onClose={close} />}
      {(dialog === 'cancel' || dialog === 'terminate') && (
        <EndSubscription subscription={subscription} isAtOnce={dialog === 'terminate'} onClose={close} />
      )}
    </Page>
  );
}

function Actions({ subscription, open }: { subscription: Subscription; open: (dialog: Dialog) => void }) {
  const { id, status, cancels_at: cancelsAt } = subscription;
  const path = { id };
  const mayWrite = useScope('subscriptions:write');
  const mayCollect = useScope('collections:write');
  const keep = useAction(
    () => change('delete', '/v1/subscriptions/{id}/cancel', { path }),
    'The subscription goes on.',
  );
  const activate = useAction(
    () => change('post', '/v1/subscriptions/{id}/activate', { path }),
    'The subscription is active.',
  );
  if (!mayWrite || (status !== 'active' && status !== 'pending')) return null;
  return (
    <>
      {status === 'active' && (
        <Button kind="primary" onClick={() => open('plan')}>
          Change the plan
        </Button>
      )}
      {status === 'pending' && (
        <Button kind="primary" busy={activate.busy} onClick={activate.run}>
          Activate now
        </Button>
      )}
      {cancelsAt !== null && (
        <Button busy={keep.busy} onClick={keep.run}>
          Do not cancel
        </Button>
      )}
      <Menu label="More">
        <MenuItem onSelect={() => open('edit')}>Edit</MenuItem>
        {mayCollect && <MenuItem onSelect={() => open('collection')}>Change the collection</MenuItem>}
        {cancelsAt === null && (
          <MenuItem onSelect={() => open('cancel')}>Cancel at the end of the period</MenuItem>
        )}
        <MenuItem isDangerous onSelect={() => open('terminate')}>
          Terminate now
        </MenuItem>
      </Menu>
    </>
  );
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { timezone } = useSession().organization;
  const { current_period: period } = subscription;
  return (
    <Card title="Details">
      <Facts>
        <Fact label="Plan">
          <PlanName id={subscription.plan_id} />, version {subscription.plan_version}
        </Fact>
        <Fact label="Price">
          <Money cents={subscription.amount_cents} currency={subscription.currency} /> {subscription.interval}
        </Fact>
        {period !== null && (
          <Fact label="Billing period">
            {formatDay(period.from, timezone)} – {formatLastDay(period.to, timezone)},{' '}
            {subscription.billing_time}
          </Fact>
        )}
        <Fact label="Collection">
          <CollectionMethod of={subscription.collection_method} subject="subscription" />
        </Fact>
        <Fact label="External id">
          <Code>{subscription.external_id}</Code>
        </Fact>
        <Instant label="Started" at={subscription.started_at} />
        <Instant
          label="Trial ends"
          at={subscription.trial_ended_at === null ? subscription.trial_ends_at : null}
        />
        <Instant label="Ends" at={subscription.ending_at} />
        <Instant label="Cancels" at={subscription.cancels_at} />
        <Instant label="Terminated" at={subscription.terminated_at} />
        {subscription.next_plan_id !== null && (
          <Fact label="Next plan">
            <PlanName id={subscription.next_plan_id} /> from the next period
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

function Instant({ label, at }: { label: string; at: string | null }) {
  if (at === null) return null;
  return (
    <Fact label={label}>
      <Time at={at} />
    </Fact>
  );
}
