import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { Extensions } from '../../platform/extensions';
import { CustomerBillingTerms, type Buyer } from '../customers';
import { OrganizationsService } from '../organizations';
import type { DocumentSeller } from './document-data';
import type { DocumentEntity } from './document.entity';
import { LogosRepository } from './logos/logos.repository';
import { DOCUMENT_TEMPLATES } from './rendering/document-template';

/** What a document of a customer freezes. */
export type Frozen = Pick<DocumentEntity, 'seller' | 'buyer' | 'locale' | 'template' | 'logoId'>;

/** Reads what documents freeze: seller, buyer, locale, template and logo as they are now. */
@Injectable()
export class FrozenDetails {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly customers: CustomerBillingTerms,
    private readonly logos: LogosRepository,
    private readonly extensions: Extensions,
  ) {}

  /** Returns the details by customer, with a fixed number of queries. */
  async of(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<(customerId: string) => Frozen> {
    const organization = await this.organizations.getIn(tx, organizationId);
    const recipients = await this.customers.recipients(tx, organizationId, customerIds);
    const logoId = await this.logos.findCurrentId(tx, organizationId);
    const [template] = this.extensions.of(DOCUMENT_TEMPLATES);
    if (template === undefined) throw new Error('There is no template for documents');
    const seller = sellerOf(organization);
    return (customerId) => {
      const { buyer, locale } = recipients.get(customerId) ?? {
        buyer: NOBODY,
        locale: organization.locale,
      };
      return { seller, buyer, locale, template: template.name, logoId };
    };
  }
}

const NOBODY: Buyer = {
  name: null,
  legal_name: null,
  tax_ids: [],
  email: null,
  address_line1: null,
  address_line2: null,
  zipcode: null,
  city: null,
  state: null,
  country: null,
};

function sellerOf(it: Awaited<ReturnType<OrganizationsService['getIn']>>): DocumentSeller {
  return {
    name: it.name,
    legal_name: it.legalName,
    tax_id: it.taxId,
    address_line1: it.addressLine1,
    address_line2: it.addressLine2,
    zipcode: it.zipcode,
    city: it.city,
    state: it.state,
    country: it.country,
    legal_text: it.legalText,
    accent_color: it.accentColor,
    header_color: it.headerColor,
  };
}
