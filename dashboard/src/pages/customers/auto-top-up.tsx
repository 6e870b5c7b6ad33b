import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change, load } from '../../api/client';
import { EditRecord } from '../../forms/edit-record';
import type { FieldSpec } from '../../forms/fields';
import { Button, Confirm, Quantity } from '../../ui';

type Wallet = Schemas['Wallet'];

const RULE = 'auto_top_up';
const FIELDS: readonly FieldSpec[] = [
  {
    kind: 'decimal',
    name: `${RULE}.below`,
    label: 'When the balance falls below',
    required: true,
    hint: 'In credits.',
  },
  { kind: 'decimal', name: `${RULE}.credits`, label: 'Credits to sell', required: true },
  {
    kind: 'integer',
    name: `${RULE}.max_per_month`,
    label: 'At most, times a month',
    required: true,
    hint: 'Each top-up is an invoice. It is charged to the default payment method; without one, the customer is asked to pay.',
  },
];

/** When the wallet sells credits by itself, in words. */
export function AutoTopUpRule({ rule }: { rule: Wallet['auto_top_up'] }) {
  if (rule === null) return <>never</>;
  return (
    <>
      <Quantity of={rule.credits} /> credits when the balance falls below <Quantity of={rule.below} />, at
      most {rule.max_per_month === 1 ? 'once' : `${rule.max_per_month} times`} a month
    </>
  );
}

interface AutoTopUpProps {
  wallet: Wallet;
  onClose: () => void;
}

/** Sets, changes or ends the rule. */
export function AutoTopUpDialog({ wallet: { id, auto_top_up: rule }, onClose }: AutoTopUpProps) {
  const [isEnding, setEnding] = useState(false);
  if (isEnding) {
    return (
      <Confirm
        title="End automatic top-ups?"
        action="End them"
        onClose={onClose}
        onConfirm={() => endRule(id)}
      >
        No more credits are sold by themselves. Invoices that were made stay.
      </Confirm>
    );
  }
  return (
    <EditRecord
      title="Automatic top-ups"
      path="/v1/wallets/{id}"
      values={{ id }}
      fields={FIELDS}
      valuesOf={(record) => nested(record[RULE], { max_per_month: 1 })}
      complete={(body) => ({ [RULE]: flat(body) })}
      ownFields={[RULE]}
      extra={() => rule !== null && <Button onClick={() => setEnding(true)}>End automatic top-ups</Button>}
      onClose={onClose}
    />
  );
}

async function endRule(id: string): Promise<void> {
  const path = { id };
  const { etag } = await load('/v1/wallets/{id}', { path });
  await change('put', '/v1/wallets/{id}', { path, body: { [RULE]: null }, etag });
}

/** Returns the values of the form for a rule, by the names that errors of the API have. */
function nested(rule: unknown, defaults: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries((rule ?? defaults) as Record<string, unknown>).map(([name, value]) => [
      `${RULE}.${name}`,
      value,
    ]),
  );
}

function flat(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.slice(RULE.length + 1), value]),
  );
}
