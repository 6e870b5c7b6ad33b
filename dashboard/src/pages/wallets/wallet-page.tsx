import type { Wallet, WalletTransaction } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive, useOrganization } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { EditButton } from '../../ui/form/edit-button';
import { Alert, Badge, Card, Empty, Facts, PageTitle } from '../../ui/layout';
import { List } from '../../ui/list';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { CustomerLink } from '../customers/customer-link';
import { InvoiceLink } from '../invoices/invoice-link';
import { walletRoute } from './routes';
import { TerminateWallet, TopUp } from './wallet-actions';
import { editWalletFields } from './wallet-fields';

export function WalletPage() {
  const { id } = walletRoute.useParams();
  const search = walletRoute.useSearch();
  const { data: wallet, error } = useLive(['wallet', id], (signal) => billing.wallets.get(id, { signal }));
  if (wallet === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle title={wallet.name ?? wallet.code ?? 'Wallet'} hint={<Badge>{wallet.status}</Badge>}>
        {wallet.status === 'active' && <Actions wallet={wallet} />}
      </PageTitle>
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="min-w-0">
          <Card title="Transactions">
            <List
              label="Transactions of the wallet"
              of={id}
              search={search}
              load={(query, signal) =>
                billing.wallets.listTransactions(id, { ...query, order_by: 'sequence:desc' }, { signal })
              }
              keyOf={(it) => it.id}
              columns={COLUMNS}
              empty={<Empty title="No transactions">Top up the wallet with its first credits.</Empty>}
            />
          </Card>
        </div>
        <div className="min-w-0">
          <Details wallet={wallet} />
        </div>
      </div>
    </>
  );
}

function Actions({ wallet }: { wallet: Wallet }) {
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  return (
    <>
      <TopUp wallet={wallet} look="primary" />
      <EditButton
        title="Edit wallet"
        fields={editWalletFields(timeZone)}
        load={() => billing.wallets.get(wallet.id)}
        send={(body, options) => billing.wallets.update(wallet.id, body, options)}
      />
      <TerminateWallet wallet={wallet} />
    </>
  );
}

function Details({ wallet: it }: { wallet: Wallet }) {
  const at = (instant: string | null) => instant !== null && <Time at={instant} />;
  return (
    <Card title="Balance">
      <p className="mb-3 text-lg font-semibold">
        <Amount cents={it.balance_cents} currency={it.currency} />{' '}
        <span className="text-sm font-normal text-muted">in {it.credits_balance} credits</span>
      </p>
      <Facts
        of={[
          ['Customer', <CustomerLink key="customer" id={it.customer_id} />],
          ['Used', <Used key="used" wallet={it} />],
          ['Price of a credit', `${it.rate_amount} ${it.currency}`],
          ['Priority', it.priority],
          ['Code', it.code],
          ['Expires', at(it.expiration_at)],
          ['Created', at(it.created_at)],
          ['Terminated', at(it.terminated_at)],
        ]}
      />
    </Card>
  );
}

function Used({ wallet: it }: { wallet: Wallet }) {
  return (
    <>
      <Amount cents={it.consumed_amount_cents} currency={it.currency} /> in {it.consumed_credits} credits
    </>
  );
}

const SOURCES: Record<WalletTransaction['source'], string> = {
  paid: 'Bought by the customer',
  granted: 'Given by you',
  invoice: 'Used by an invoice',
  voided_invoice: 'Returned by a voided invoice',
  termination: 'Wallet terminated',
  expiration: 'Wallet expired',
};

const COLUMNS: readonly Column<WalletTransaction>[] = [
  {
    title: 'Transaction',
    cell: (it) => (
      <>
        {SOURCES[it.source]}
        {it.invoice_id !== null && (
          <>
            {' · '}
            <InvoiceLink id={it.invoice_id} />
          </>
        )}
      </>
    ),
  },
  { title: 'Time', cell: (it) => <Time at={it.created_at} />, minor: true },
  {
    title: 'Credits',
    align: 'end',
    cell: (it) => (it.transaction_type === 'outbound' ? `−${it.credits}` : it.credits),
    minor: true,
  },
  {
    title: 'Amount',
    align: 'end',
    cell: (it) => (
      <Amount
        cents={it.transaction_type === 'outbound' ? -it.amount_cents : it.amount_cents}
        currency={it.currency}
      />
    ),
  },
  {
    title: 'Balance',
    align: 'end',
    cell: (it) => <Amount cents={it.balance_after_cents} currency={it.currency} />,
  },
];
