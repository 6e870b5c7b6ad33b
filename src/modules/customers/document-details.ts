import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import {
  Logos,
  frozenDetails,
  type DocumentDetails,
  type DocumentImage,
  type FrozenDetails,
  type Party,
  type Seller,
} from '../documents';
import { OrganizationsService } from '../organizations';
import type { CustomerEntity } from './customer.entity';
import { CustomersRepository } from './customers.repository';

/** Finds what is frozen when an invoice or a credit note becomes final (docs/billing-rules.md#documents). */
@Injectable()
export class CustomerDocumentDetails {
  constructor(
    private readonly repository: CustomersRepository,
    private readonly organizations: OrganizationsService,
    private readonly logos: Logos,
  ) {}

  /** Returns the frozen details of a record; those of now for a draft, and for a record of an earlier version. */
  async detailsOf(
    tx: Transaction,
    record: FrozenDetails & { organizationId: string; customerId: string },
  ): Promise<DocumentDetails> {
    return frozenDetails(record) ?? (await this.of(tx, record.organizationId, record.customerId));
  }

  logoOf(tx: Transaction, organizationId: string, { logoSha256 }: Seller): Promise<DocumentImage | null> {
    return this.logos.find(tx, organizationId, logoSha256);
  }

  /** @throws NotFoundError if the customer never existed. */
  async of(tx: Transaction, organizationId: string, customerId: string): Promise<DocumentDetails> {
    const details = (await this.ofAll(tx, organizationId, [customerId])).get(customerId);
    if (details === undefined) throw new NotFoundError('customer');
    return details;
  }

  /** Returns details by customer ID. Includes deleted customers; omits those that never existed. */
  async ofAll(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<Map<string, DocumentDetails>> {
    const organization = await this.organizations.getIn(tx, organizationId);
    const { accentColor, legalText, logoSha256, taxId, documentTemplate } = organization;
    const design = { legalText, accentColor, logoSha256 };
    const seller = { ...partyOf(organization, taxId === null ? [] : [taxId]), ...design };
    const customers = await this.repository.findAllEver(tx, organizationId, [...new Set(customerIds)]);
    return new Map(
      customers.map((it) => {
        const locale = it.locale ?? organization.locale;
        return [it.id, { seller, buyer: partyOf(it, it.taxIds), locale, documentTemplate }];
      }),
    );
  }
}

type Addressee = Omit<Party, 'name' | 'taxIds'> & Pick<CustomerEntity, 'name' | 'legalName'>;

function partyOf(of: Addressee, taxIds: string[]): Party {
  const { legalName, name, addressLine1, addressLine2, zipcode, city, state, country } = of;
  return { name: legalName ?? name, addressLine1, addressLine2, zipcode, city, state, country, taxIds };
}
