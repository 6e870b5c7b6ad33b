import type { CreateWallet, Customer, TopUpWallet, Wallet } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { ConfirmButton } from '../../ui/confirm';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { Badge, Card } from '../../ui/layout';

const NEW: readonly Field[] = [
  { name: 'name', label: 'Name', placeholder: 'Prepaid credits' },
  { name: 'currency', label: 'Currency', required: true, initial: 'EUR' },
  { name: 'rate_amount', label: 'Price of a credit', kind: 'decimal', required: true, initial: '1' },
  { name: 'paid_credits', label: 'Credits that the customer buys', kind: 'decimal' },
  { name: 'granted_credits', label: 'Credits that you give', kind: 'decimal' },
];

const TOP_UP: readonly Field[] = [
  { name: 'credits', label: 'Credits', kind: 'decimal', required: true },
  {
    name: 'source',
    label: 'Source',
    kind: 'select',
    initial: 'paid',
    options: [
      ['paid', 'Bought by the customer'],
      ['granted', 'Given by you'],
    ],
  },
];

/** Prepaid credits of a customer. */
export function WalletsCard({ customer }: { customer: Customer }) {
  const { data } = useLive(['customer', customer.id, 'wallets'], async (signal) => {
    const page = await billing.wallets.list({ customer_id: customer.id, limit: 20 }, { signal });
    return page.items;
  });
  return (
    <Card title="Wallets" action={<NewWallet customer={customer} />}>
      {data?.length === 0 && (
        <p className="text-muted">
          No wallets. A wallet holds prepaid credits, which pay invoices when they are finalized.
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {data?.map((it) => (
          <WalletSummary key={it.id} wallet={it} />
        ))}
      </ul>
    </Card>
  );
}

function NewWallet({ customer }: { customer: Customer }) {
  return (
    <FormButton
      label="New wallet"
      submit="Create wallet"
      fields={NEW}
      send={(body) =>
        billing.wallets.create({ ...body, customer_id: customer.id } as unknown as CreateWallet)
      }
    />
  );
}

function WalletSummary({ wallet }: { wallet: Wallet }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>
        {wallet.name ?? wallet.code ?? 'Wallet'} <Badge>{wallet.status}</Badge>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{wallet.credits_balance} credits,</span>
        <Amount cents={wallet.balance_cents} currency={wallet.currency} />
        {wallet.status === 'active' && (
          <>
            <FormButton
              label="Top up"
              fields={TOP_UP}
              send={(body) => billing.wallets.topUp(wallet.id, body as unknown as TopUpWallet)}
            />
            <ConfirmButton label="Terminate" look="danger" act={() => billing.wallets.terminate(wallet.id)}>
              The remaining credits of the wallet expire. This cannot be undone.
            </ConfirmButton>
          </>
        )}
      </span>
    </li>
  );
}
