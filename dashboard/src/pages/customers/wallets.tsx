import type { Schemas } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { Wallet as WalletIcon } from 'lucide-react';
import { useState } from 'react';
import { change } from '../../api/client';
import { usePage } from '../../api/hooks';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { EditRecord } from '../../forms/edit-record';
import type { FieldSpec } from '../../forms/fields';
import {
  Button,
  Card,
  Confirm,
  Empty,
  Fact,
  Facts,
  ListView,
  Loading,
  Menu,
  MenuItem,
  Money,
  Note,
  Quantity,
  Status,
  Time,
} from '../../ui';
import { AutoTopUpDialog, AutoTopUpRule } from './auto-top-up';
import { PaidTopUps } from './paid-top-ups';
import { AddGrant, hasRoomForGrant, RecurringGrants } from './recurring-grants';

type Wallet = Schemas['Wallet'];
type Customer = Schemas['Customer'];

const EDIT: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', nullable: true },
  {
    kind: 'integer',
    name: 'priority',
    label: 'Priority',
    hint: 'Wallets with a lower number are used first.',
  },
  { kind: 'instant', name: 'expiration_at', label: 'Expires', nullable: true },
];
const CREATE: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name' },
  { kind: 'text', name: 'currency', label: 'Currency', required: true },
  {
    kind: 'decimal',
    name: 'rate_amount',
    label: 'Value of a credit',
    required: true,
    hint: 'In the major unit: 1 credit is 1.00.',
  },
  { kind: 'decimal', name: 'granted_credits', label: 'Credits for free' },
  {
    kind: 'decimal',
    name: 'paid_credits',
    label: 'Credits that were paid',
    hint: 'Recorded as received; to sell credits by an invoice, top up the wallet.',
  },
  ...EDIT.slice(1),
];
const TOP_UP: readonly FieldSpec[] = [
  { kind: 'decimal', name: 'credits', label: 'Credits', required: true },
  {
    kind: 'select',
    name: 'source',
    label: 'Kind',
    required: true,
    options: [
      { value: 'granted', label: 'Granted for free' },
      { value: 'paid', label: 'Paid: an invoice is made, and they count once it is paid' },
    ],
  },
];

/** The wallets of a customer: prepaid credits that pay invoices. */
export function CustomerWallets({ customer }: { customer: Customer }) {
  const [isAdding, setAdding] = useState(false);
  const mayWrite = useScope('wallets:write');
  const { data } = usePage('/v1/wallets', {
    query: { customer_id: customer.id, limit: 20 },
    enabled: useScope('wallets:read'),
  });
  const add = mayWrite && <Button onClick={() => setAdding(true)}>Add a wallet</Button>;
  return (
    <>
      {data === undefined && <Loading />}
      {data?.items.length === 0 ? (
        <Card>
          <Empty title="No wallets" icon={WalletIcon} action={add}>
            A wallet holds prepaid credits. Every new invoice of the customer takes from it first.
          </Empty>
        </Card>
      ) : (
        add
      )}
      {data?.items.map((it) => (
        <WalletCard key={it.id} wallet={it} mayWrite={mayWrite} />
      ))}
      {isAdding && (
        <EditDialog
          title="Add a wallet"
          fields={CREATE}
          record={{ currency: customer.currency ?? '', rate_amount: '1', priority: 1 }}
          action="Add"
          onSubmit={(body) => change('post', '/v1/wallets', { body: { ...body, customer_id: customer.id } })}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

/** Says when credits that were just sold count. */
function Sold({ invoiceId: id }: { invoiceId: string }) {
  return (
    <div className="mt-3">
      <Note>
        The credits count once{' '}
        <Link to="/invoices/$id" params={{ id }} search={{ tab: 'payments' }} className="text-link underline">
          their invoice
        </Link>{' '}
        is paid.
      </Note>
    </div>
  );
}

/** Why credits came or went, with the invoice that sold or used them. */
function Source({ transaction: { source, invoice_id: id } }: { transaction: Schemas['WalletTransaction'] }) {
  const name = source.replaceAll('_', ' ');
  if (id === null) return <>{name}</>;
  return (
    <Link to="/invoices/$id" params={{ id }} className="text-link underline">
      {source === 'paid' ? 'paid by an invoice' : name}
    </Link>
  );
}

type WalletDialog = 'top_up' | 'auto_top_up' | 'grant' | 'edit' | 'end' | null;

function WalletCard({ wallet, mayWrite }: { wallet: Wallet; mayWrite: boolean }) {
  const [dialog, setDialog] = useState<WalletDialog>(null);
  const [soldBy, setSoldBy] = useState<string | null>(null);
  const path = { id: wallet.id };
  const close = () => setDialog(null);
  const isActive = wallet.status === 'active';
  return (
    <Card
      title={wallet.name ?? 'Wallet'}
      padded={false}
      actions={
        mayWrite &&
        isActive && (
          <div className="flex gap-2">
            <Button onClick={() => setDialog('top_up')}>Top up</Button>
            <Button onClick={() => setDialog('edit')}>Edit</Button>
            <Menu label="Rules">
              <MenuItem onSelect={() => setDialog('auto_top_up')}>Automatic top-ups</MenuItem>
              {hasRoomForGrant(wallet) && (
                <MenuItem onSelect={() => setDialog('grant')}>Add a recurring grant</MenuItem>
              )}
            </Menu>
            <Button kind="danger" onClick={() => setDialog('end')}>
              End
            </Button>
          </div>
        )
      }
    >
      <div className="border-b border-line p-4">
        <Facts>
          <Fact label="Status">
            <Status of={wallet.status} />
          </Fact>
          <Fact label="Balance">
            <Quantity of={wallet.credits_balance} /> credits,{' '}
            <Money cents={wallet.balance_cents} currency={wallet.currency} />
          </Fact>
          <Fact label="Consumed">
            <Money cents={wallet.consumed_amount_cents} currency={wallet.currency} />
          </Fact>
          <Fact label="Automatic top-ups">
            <AutoTopUpRule rule={wallet.auto_top_up} />
          </Fact>
          {wallet.expiration_at !== null && (
            <Fact label="Expires">
              <Time at={wallet.expiration_at} />
            </Fact>
          )}
        </Facts>
        {soldBy !== null && <Sold invoiceId={soldBy} />}
      </div>
      <RecurringGrants wallet={wallet} mayChange={mayWrite && isActive} />
      <PaidTopUps wallet={wallet} />
      <ListView
        label={`Transactions of ${wallet.name ?? 'the wallet'}`}
        path="/v1/wallets/{id}/transactions"
        pathValues={path}
        cursor={`wallet-${wallet.id}`}
        limit={10}
        empty={<Empty title="No transactions yet" />}
        columns={[
          { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
          { title: 'Kind', cell: (it) => <Source transaction={it} /> },
          { title: 'Status', cell: (it) => <Status of={it.transaction_status} />, isMinor: true },
          {
            title: 'Amount',
            cell: (it) => (
              <Money
                cents={it.transaction_type === 'outbound' ? -it.amount_cents : it.amount_cents}
                currency={it.currency}
              />
            ),
            isNumber: true,
          },
          {
            title: 'Balance',
            cell: (it) => <Money cents={it.balance_after_cents} currency={it.currency} />,
            isNumber: true,
          },
        ]}
      />
      <WalletDialogs wallet={wallet} dialog={dialog} close={close} onSold={setSoldBy} />
    </Card>
  );
}

interface WalletDialogsProps {
  wallet: Wallet;
  dialog: WalletDialog;
  close: () => void;
  /** Receives the id of the invoice that sells credits; null for free ones. */
  onSold: (invoiceId: string | null) => void;
}

function WalletDialogs({ wallet, dialog, close, onSold }: WalletDialogsProps) {
  const path = { id: wallet.id };
  return (
    <>
      {dialog === 'top_up' && (
        <EditDialog
          title="Top up"
          fields={TOP_UP}
          record={{ source: 'granted' }}
          action="Top up"
          onSubmit={async (body) => {
            const collect = body.source === 'paid';
            const topUp = { path, body: { ...body, collect } };
            const { top_up_invoice_id: invoice } = await change('post', '/v1/wallets/{id}/top_up', topUp);
            onSold(invoice);
          }}
          onClose={close}
        />
      )}
      {dialog === 'auto_top_up' && <AutoTopUpDialog wallet={wallet} onClose={close} />}
      {dialog === 'grant' && <AddGrant walletId={wallet.id} onClose={close} />}
      {dialog === 'edit' && (
        <EditRecord
          title="Edit the wallet"
          path="/v1/wallets/{id}"
          values={path}
          fields={EDIT}
          onClose={close}
        />
      )}
      {dialog === 'end' && (
        <Confirm
          title="End the wallet?"
          action="End"
          onClose={close}
          onConfirm={() => change('delete', '/v1/wallets/{id}', { path })}
        >
          Its remaining credits are void. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}
