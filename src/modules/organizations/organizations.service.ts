import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService, type CreatedApiKey } from '../api-keys';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { DEFAULT_LOCALE } from '../../platform/locales';
import { DEFAULT_ACCENT_COLOR, DEFAULT_TEMPLATE, DocumentTemplates, Logos } from '../documents';
import type { OrganizationInput } from './organization.dto';
import type { OrganizationEntity } from './organization.entity';
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
} satisfies Partial<OrganizationEntity>;

const ID_PAGE = 1000;
const FIRST_KEY_NAME = 'Default';

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: OrganizationsRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly templates: DocumentTemplates,
    private readonly logos: Logos,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates the organization and its first API key in one transaction.
   *
   * @throws ValidationFailedError for an unknown template of documents.
   */
  create(
    input: Partial<OrganizationInput> & { name: string },
  ): Promise<{ organization: OrganizationEntity; apiKey: CreatedApiKey }> {
    return this.transactions.run(async (tx) => {
      this.assertTemplate(input);
      const now = this.clock.now();
      const base = { id: newId(), createdAt: now, updatedAt: now };
      const { logo = null, ...columns } = input;
      const created: OrganizationEntity = { ...DEFAULTS, ...columns, ...base };
      await this.repository.insert(tx, created);
      const organization = logo === null ? created : await this.withLogo(tx, created, logo);
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

  /** @throws ValidationFailedError for an unknown template of documents. */
  update(organizationId: string, changes: Partial<OrganizationInput>): Promise<OrganizationEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      this.assertTemplate(changes);
      const { logo, ...columns } = changes;
      if (Object.keys(changes).length > 0) {
        await this.repository.update(tx, organizationId, { ...columns, updatedAt: this.clock.now() });
      }
      const organization = await this.load(tx, organizationId);
      return logo === undefined ? organization : this.withLogo(tx, organization, logo);
    });
  }

  /** Returns the organization as of the transaction. @throws NotFoundError */
  getIn(tx: Transaction, organizationId: string): Promise<OrganizationEntity> {
    return this.load(tx, organizationId);
  }

  /** @param base64 null to remove the logo. */
  private async withLogo(
    tx: Transaction,
    organization: OrganizationEntity,
    base64: string | null,
  ): Promise<OrganizationEntity> {
    const { id } = organization;
    const logoSha256 = base64 === null ? null : await this.logos.store(tx, id, base64);
    await this.repository.update(tx, id, { logoSha256 });
    return { ...organization, logoSha256 };
  }

  private assertTemplate({ documentTemplate }: Partial<OrganizationInput>): void {
    const { names } = this.templates;
    if (documentTemplate === undefined || names.includes(documentTemplate)) return;
    throw ValidationFailedError.of(
      'document_template',
      'invalid_value',
      `document_template must be one of: ${names.join(', ')}.`,
    );
  }

  private async load(tx: Transaction, organizationId: string): Promise<OrganizationEntity> {
    const organization = await this.repository.find(tx, organizationId);
    if (organization === null) throw new NotFoundError('organization');
    return organization;
  }
}
