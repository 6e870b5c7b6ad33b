import { Inject, Injectable } from '@nestjs/common';
import { OrganizationsService } from '../../organizations';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Transactions } from '../../../platform/database/transactions';
import { isStorableText } from '../../../platform/http/field-rules';
import type { ProviderConnectionEntity } from '../connections/connection.entity';
import { ConnectionsRepository } from '../connections/connections.repository';
import { ConnectionsService, type ActiveSecrets } from '../connections/connections.service';
import { PaymentsRepository } from '../payments.repository';
import type { PaymentProvider, SenderHints } from '../providers/payment-provider';

/** Maximum number of connections whose secrets are tried per request. */
const MAX_CANDIDATES = 5;

/** An organization that a request may belong to, with its secrets, the current one first. */
export interface Candidate extends ActiveSecrets {
  organizationId: string;
}

/** Finds the secrets to try on a request (docs/payments.md). Being a candidate authenticates nothing. */
@Injectable()
export class SenderCandidates {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ConnectionsRepository,
    private readonly connections: ConnectionsService,
    private readonly payments: PaymentsRepository,
    private readonly organizations: OrganizationsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns candidates of one organization only: its own secrets, and the secret from the configuration if
   * it belongs to that organization.
   */
  async ofOrganization(provider: PaymentProvider, organizationId: string): Promise<Candidate[]> {
    const own = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.findOfOrganizations(tx, provider.name, [organizationId]),
    );
    const shared = await this.installationWide(provider);
    return [...this.asCandidates(own), ...shared.filter((it) => it.organizationId === organizationId)];
  }

  /** Returns the connection identified by the token of the webhook URL. Text that cannot be stored is no token. */
  async ofToken(provider: PaymentProvider, token: string): Promise<Candidate[]> {
    if (!isStorableText(token)) return [];
    const found = await this.repository.findByToken(this.transactions.reader, provider.name, token);
    return this.asCandidates(found);
  }

  /** Returns the connections that the hints of an unverified body name, then the secret from the configuration. */
  async ofHints(provider: PaymentProvider, { accountIds, paymentIds }: SenderHints): Promise<Candidate[]> {
    const tx = this.transactions.reader;
    const byAccount =
      accountIds.length === 0
        ? []
        : await this.repository.findByAccounts(tx, provider.name, first(accountIds), MAX_CANDIDATES);
    const owners =
      paymentIds.length === 0 ? [] : await this.payments.findOrganizationIds(tx, first(paymentIds));
    const byPayment =
      owners.length === 0 ? [] : await this.repository.findOfOrganizations(tx, provider.name, owners);
    const all = new Map([...byAccount, ...byPayment].map((it) => [it.id, it]));
    const hinted = [...all.values()].slice(0, MAX_CANDIDATES);
    return [...this.asCandidates(hinted), ...(await this.installationWide(provider))];
  }

  /** Returns the secret from the configuration, if exactly one organization exists. */
  private async installationWide(provider: PaymentProvider): Promise<Candidate[]> {
    const secret = this.config.paymentWebhookSecrets[provider.name];
    const organizationId = secret === undefined ? null : await this.organizations.soleId();
    return secret === undefined || organizationId === null
      ? []
      : [{ organizationId, secrets: [secret], isLost: false }];
  }

  private asCandidates(connections: readonly ProviderConnectionEntity[]): Candidate[] {
    return connections.map((it) => ({
      organizationId: it.organizationId,
      ...this.connections.activeSecrets(it),
    }));
  }
}

function first(ids: readonly string[]): string[] {
  return ids.slice(0, MAX_CANDIDATES);
}
