import type { TopUpWallet, Wallet } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { ConfirmButton } from '../../ui/confirm';
import { FormButton } from '../../ui/form/form-button';
import { TOP_UP } from './wallet-fields';

/** Adds credits to a wallet. */
export function TopUp({ wallet, look }: { wallet: Wallet; look?: 'primary' }) {
  return (
    <FormButton
      label="Top up"
      look={look}
      description="The service creates no invoice for credits: bought credits count as paid already."
      fields={TOP_UP}
      send={(body) => billing.wallets.topUp(wallet.id, body as unknown as TopUpWallet)}
    />
  );
}

export function TerminateWallet({ wallet }: { wallet: Wallet }) {
  return (
    <ConfirmButton label="Terminate" look="danger" act={() => billing.wallets.terminate(wallet.id)}>
      The remaining credits of the wallet expire. This cannot be undone.
    </ConfirmButton>
  );
}
