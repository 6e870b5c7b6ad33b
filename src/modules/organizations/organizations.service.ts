import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService, type CreatedApiKey } from '../api-keys';
import type { AuditedOperation } from '../../platform/database/audited-operation';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { ResourceFields, type GivenFields } from '../../platform/extensions';
import { ALL_SCOPES } from '../../platform/http/scopes';
import { newId } from '../../platform/domain/id';
import { ORGANIZATION_FIELDS } from './organization-fields';
import { toOrganizationResponse } from './organization.dto';
import type { OrganizationEntity } from './organization.entity';
import { OrganizationsRepository } from './organizations.repository';
import { NO_SELLER_FIELDS, type SellerFields } from './seller-fields.dto';

/** What a request may set of an organization. */
export interface OrganizationInput extends SellerFields {
  name: string;
  defaultCurrency: string;
  timezone: string;
}

/** An organization that was just created, with its first API key. */
export interface CreatedOrganization {
  organization: OrganizationEntity;
  apiKey: CreatedApiKey;
  /** The fields of other modules. */
  addedFields: Readonly<Record<string, unknown>>;
}

const FIRST_KEY_NAME = 'Default';

/** Use cases of organizations (docs/decisions.md#organizations-and-api-keys). */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: OrganizationsRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly fields: ResourceFields,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Creates the organization and its first API key in one transaction. @param given the fields of other modules */
  create(
    input: Omit<OrganizationInput, keyof SellerFields> & Partial<SellerFields> & { test: boolean },
    operation?: AuditedOperation,
    given: readonly GivenFields[] = [],
  ): Promise<CreatedOrganization> {
    const id = newId();
    const caller = operation === undefined ? { organizationId: id } : { organizationId: id, operation };
    return this.transactions.runFor(caller, async (tx) => {
      const now = this.clock.now();
      const organization: OrganizationEntity = {
        id,
        ...NO_SELLER_FIELDS,
        ...input,
        status: 'active',
        cellState: 'active',
        movedTo: null,
        suspendedAt: null,
        suspensionReason: null,
        createdAt: now,
        updatedAt: now,
      };
      await this.repository.insert(tx, organization);
      const apiKey = await this.apiKeys.createIn(tx, organization.id, {
        mode: input.test ? 'test' : 'live',
        name: FIRST_KEY_NAME,
        expiresAt: null,
        scopes: [ALL_SCOPES],
      });
      await this.fields.set(ORGANIZATION_FIELDS, tx, { organizationId: id, id, isNew: true }, given);
      const fields = await this.fields.valuesOf(ORGANIZATION_FIELDS, tx, id, [id]);
      return { organization, apiKey, addedFields: fields.get(id) ?? {} };
    });
  }

  get(caller: Caller): Promise<OrganizationEntity> {
    return this.transactions.readFor(caller, (tx) => this.getIn(tx, caller.organizationId));
  }

  /** As `get`, within the transaction of another use case. */
  getIn(tx: Transaction, organizationId: string): Promise<OrganizationEntity> {
    return this.repository.get(tx, organizationId);
  }

  /** Whether there is an organization with this id. */
  exists(organizationId: string): Promise<boolean> {
    return this.transactions.readFor(
      organizationId,
      async (tx) => (await this.repository.find(tx, organizationId)) !== null,
    );
  }

  update(caller: Caller, changes: Partial<OrganizationInput>): Promise<OrganizationEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      caller.precondition?.check(
        toOrganizationResponse(await this.repository.getForUpdate(tx, organizationId)),
      );
      if (Object.keys(changes).length > 0) {
        await this.repository.update(tx, organizationId, { ...changes, updatedAt: this.clock.now() });
      }
      return this.getIn(tx, organizationId);
    });
  }
}
