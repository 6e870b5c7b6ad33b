import type { WalletBody } from '../credit-wire';
import type { TestOrganization } from '../test-app';
import { bodyOf } from '../wire';
import { customerIdIn } from './customers';

/** Creates an empty wallet in EUR, in which a credit is worth 1.00. */
export async function aWallet(organization: TestOrganization, fields: object = {}): Promise<WalletBody> {
  const customer_id = await customerIdIn(organization, fields);
  const body = { currency: 'EUR', rate_amount: '1', ...fields, customer_id };
  return bodyOf(organization.post('/v1/wallets', body), 201);
}
