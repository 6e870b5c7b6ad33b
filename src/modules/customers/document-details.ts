import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import type { DocumentDetails, Party } from '../documents';
import { OrganizationsService } from '../organizations';
import type { CustomerEntity } from './customer.entity';
import { CustomersRepository } from './customers.repository';

/** Finds what is frozen when an invoice or a credit note becomes final (docs/billing-rules.md#documents). */
@Injectable()
export class CustomerDocumentDetails {
  constructor(
    private readonly repository: CustomersRepository,
    private readonly organizations: OrganizationsService,
  ) {}

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
    const { accentColor, legalText, taxId, documentTemplate } = organization;
    const seller = { ...partyOf(organization, taxId === null ? [] : [taxId]), legalText, accentColor };
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
