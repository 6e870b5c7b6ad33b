import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService, type CreatedApiKey } from '../api-keys';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError } from '../../platform/errors/app-error';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import { DEFAULT_LOCALE } from '../../platform/locales';
import { DEFAULT_ACCENT_COLOR, DEFAULT_TEMPLATE, Logos } from '../documents';
import type { OrganizationInput } from './organization.dto';
import type { OrganizationEntity } from './organization.entity';
import { OrganizationSettings } from './organization-settings';
import { OrganizationsRepository } from './organizations.repository';

const DEFAULTS = {
  defaultCurrency: 'USD',
  timezone: 'UTC',
  legalName: null,
  addressLine1: null,
  addressLine2: null,
  zipcode: null,
  city: null,
  state: null,
  country: null,
  taxId: null,
  legalText: null,
  accentColor: DEFAULT_ACCENT_COLOR,
  locale: DEFAULT_LOCALE,
  documentTemplate: DEFAULT_TEMPLATE,
  logoSha256: null,
  emailInvoices: false,
  emailReceipts: false,
  emailCreditNotes: false,
  emailPaymentRequests: false,
  emailReplyTo: null,
} satisfies Partial<OrganizationEntity>;

const ID_PAGE = 1000;
const FIRST_KEY_NAME = 'Default';

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: OrganizationsRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly settings: OrganizationSettings,
    private readonly logos: Logos,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates the organization and its first API key in one transaction.
   *
   * @throws ValidationFailedError for an unknown template of documents; MailNotConfiguredError for e-mails without a
   *   mail server.
   */
  create(
    input: Partial<OrganizationInput> & { name: string },
  ): Promise<{ organization: OrganizationEntity; apiKey: CreatedApiKey }> {
    return this.transactions.run(async (tx) => {
      this.settings.assertAllowed(input);
      const now = this.clock.now();
      const base = { id: newId(), createdAt: now, updatedAt: now, rowVersion: 1 };
      const { logo = null, ...columns } = input;
      const created: OrganizationEntity = { ...DEFAULTS, ...columns, ...base };
      await this.repository.insert(tx, created);
      const organization = logo === null ? created : await this.change(tx, base.id, { logo });
      const apiKey = await this.apiKeys.createIn(tx, organization.id, {
        name: FIRST_KEY_NAME,
        expiresAt: null,
      });
      return { organization, apiKey };
    });
  }

  get(organizationId: string): Promise<OrganizationEntity> {
    return this.transactions.readFor(organizationId, (tx) => this.load(tx, organizationId));
  }

  /** Yields the ID of every organization, page by page, for jobs that process all of them. */
  async *allIds(): AsyncGenerator<string> {
    let after: string | null = null;
    for (;;) {
      const ids: string[] = await this.repository.idsAfter(this.transactions.reader, after, ID_PAGE);
      yield* ids;
      after = ids.at(-1) ?? null;
      if (ids.length < ID_PAGE) return;
    }
  }

  /** Returns the ID of the organization if the installation has exactly one, else null. */
  async soleId(): Promise<string | null> {
    const [id, ...others] = await this.repository.findSomeIds(this.transactions.reader, 2);
    return id === undefined || others.length > 0 ? null : id;
  }

  /**
   * @throws ValidationFailedError for an unknown template of documents; MailNotConfiguredError for e-mails without a
   *   mail server; PreconditionFailedError
   */
  update(
    organizationId: string,
    changes: Partial<OrganizationInput>,
    precondition: Precondition<OrganizationEntity> = NO_PRECONDITION,
  ): Promise<OrganizationEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const before = await this.repository.findForNoKeyUpdate(tx, organizationId);
      if (before === null) throw new NotFoundError('organization');
      precondition.assertMet(before);
      this.settings.assertAllowed(changes);
      return Object.keys(changes).length > 0 ? this.change(tx, organizationId, changes) : before;
    });
  }

  /** Returns the organization as of the transaction. @throws NotFoundError */
  getIn(tx: Transaction, organizationId: string): Promise<OrganizationEntity> {
    return this.load(tx, organizationId);
  }

  private async change(
    tx: Transaction,
    organizationId: string,
    { logo, ...columns }: Partial<OrganizationInput>,
  ): Promise<OrganizationEntity> {
    const updatedAt = this.clock.now();
    if (logo === undefined) {
      await this.repository.update(tx, organizationId, { ...columns, updatedAt });
    } else {
      const logoSha256 = logo === null ? null : await this.logos.store(tx, organizationId, logo);
      await this.repository.update(tx, organizationId, { ...columns, logoSha256, updatedAt });
    }
    return this.load(tx, organizationId);
  }

  private async load(tx: Transaction, organizationId: string): Promise<OrganizationEntity> {
    const organization = await this.repository.find(tx, organizationId);
    if (organization === null) throw new NotFoundError('organization');
    return organization;
  }
}
