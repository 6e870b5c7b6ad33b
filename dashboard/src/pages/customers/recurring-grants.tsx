import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change, load } from '../../api/client';
import { EditRecord } from '../../forms/edit-record';
import type { FieldSpec } from '../../forms/fields';
import { Button, Confirm, Quantity, Table, Time } from '../../ui';

type Wallet = Schemas['Wallet'];
type Grant = Schemas['RecurringGrant'];

const GRANTS = 'recurring_grants';
/** What the API takes; another one would be unlimited work for each change of the balance. */
const MAX_GRANTS = 5;
const FIELDS: readonly FieldSpec[] = [
  {
    kind: 'select',
    name: 'interval',
    label: 'Every',
    required: true,
    options: [
      { value: 'weekly', label: 'week' },
      { value: 'monthly', label: 'month' },
      { value: 'quarterly', label: 'quarter' },
      { value: 'yearly', label: 'year' },
    ],
  },
  {
    kind: 'select',
    name: 'kind',
    label: 'The wallet gets',
    required: true,
    options: [
      { value: 'credits', label: 'a number of credits' },
      { value: 'target_credits', label: 'what is missing to a balance' },
    ],
  },
  {
    kind: 'decimal',
    name: 'credits',
    label: 'Credits',
    required: true,
    when: (values) => values.kind !== 'target_credits',
  },
  {
    kind: 'decimal',
    name: 'target_credits',
    label: 'Balance in credits',
    required: true,
    when: (values) => values.kind === 'target_credits',
  },
  { kind: 'instant', name: 'starts_at', label: 'From', hint: 'At once if empty.' },
  { kind: 'instant', name: 'ends_at', label: 'Until' },
];

interface RecurringGrantsProps {
  wallet: Wallet;
  /** Whether grants can be added and removed. */
  mayChange: boolean;
}

/** The free credits that a wallet gets in every period. */
export function RecurringGrants({ wallet, mayChange }: RecurringGrantsProps) {
  const [removed, setRemoved] = useState<Grant | null>(null);
  const { id, name, recurring_grants: grants } = wallet;
  if (grants.length === 0) return null;
  return (
    <div className="border-b border-line">
      <h3 className="px-4 pt-3 font-medium">Recurring grants</h3>
      <Table
        label={`Recurring grants of ${name ?? 'the wallet'}`}
        rows={grants}
        keyOf={(it) => it.id}
        columns={[
          { title: 'Period', cell: (it) => it.interval },
          { title: 'Credits', cell: (it) => <Granted grant={it} /> },
          {
            title: 'Next',
            cell: (it) => (it.next_at === null ? 'none' : <Time at={it.next_at} />),
          },
          {
            title: 'Until',
            cell: (it) => (it.ends_at === null ? '–' : <Time at={it.ends_at} />),
            isMinor: true,
          },
          {
            title: 'Action',
            cell: (it) =>
              mayChange && (
                <Button kind="quiet" onClick={() => setRemoved(it)}>
                  Remove<span className="sr-only"> the {it.interval} grant</span>
                </Button>
              ),
          },
        ]}
      />
      {removed !== null && (
        <Confirm
          title={`Remove the ${removed.interval} grant?`}
          action="Remove"
          onClose={() => setRemoved(null)}
          onConfirm={() => remove(id, removed)}
        >
          No further period begins. Credits that were granted stay.
        </Confirm>
      )}
    </div>
  );
}

function Granted({ grant: { credits, target_credits: target } }: { grant: Grant }) {
  if (target === null) return <Quantity of={credits ?? '0'} />;
  return (
    <>
      fills up to <Quantity of={target} />
    </>
  );
}

/** Whether a wallet can have one more. */
export const hasRoomForGrant = ({ recurring_grants: grants }: Wallet): boolean => grants.length < MAX_GRANTS;

/** Adds a grant to those that the wallet has. */
export function AddGrant({ walletId: id, onClose }: { walletId: string; onClose: () => void }) {
  return (
    <EditRecord
      title="Add a recurring grant"
      path="/v1/wallets/{id}"
      values={{ id }}
      fields={FIELDS}
      valuesOf={() => ({ interval: 'monthly', kind: 'credits' })}
      complete={({ kind: _, ...grant }, record) => ({
        [GRANTS]: [...(record[GRANTS] as Grant[]).map(toInput), grant],
      })}
      action="Add"
      onClose={onClose}
    />
  );
}

async function remove(walletId: string, { id }: Grant): Promise<void> {
  const path = { id: walletId };
  const { body, etag } = await load('/v1/wallets/{id}', { path });
  const others = body.recurring_grants.filter((it) => it.id !== id).map(toInput);
  await change('put', '/v1/wallets/{id}', { path, body: { [GRANTS]: others }, etag });
}

/** A grant that is repeated with all its terms goes on. */
const toInput = ({ interval, credits, target_credits, starts_at, ends_at }: Grant) => ({
  ...{ interval, credits, target_credits, starts_at, ends_at },
});
