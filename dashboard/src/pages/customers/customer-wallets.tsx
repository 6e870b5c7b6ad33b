import type { CreateWallet, Customer, Wallet } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { FormButton } from '../../ui/form/form-button';
import { Badge, Card } from '../../ui/layout';
import { TerminateWallet, TopUp } from '../wallets/wallet-actions';
import { NEW_WALLET } from '../wallets/wallet-fields';

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
      fields={NEW_WALLET}
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
        <Link to="/wallets/$id" params={{ id: wallet.id }}>
          {wallet.name ?? wallet.code ?? 'Wallet'}
        </Link>{' '}
        <Badge>{wallet.status}</Badge>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{wallet.credits_balance} credits,</span>
        <Amount cents={wallet.balance_cents} currency={wallet.currency} />
        {wallet.status === 'active' && (
          <>
            <TopUp wallet={wallet} />
            <TerminateWallet wallet={wallet} />
          </>
        )}
      </span>
    </li>
  );
}
