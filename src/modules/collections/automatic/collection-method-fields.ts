import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { AddedFields, ChangedResource } from '../../../platform/extensions';
import { AnswerField, EnumField } from '../../../platform/http/fields';
import { COLLECTION_METHODS, type CollectionMethod, type SubjectType } from './automatic.rules';
import { CollectionSettings } from './collection-settings';

/** The field that requests and responses of every subject have (docs/payments.md#automatic-collection). */
export const COLLECTION_METHOD_FIELD = {
  collection_method: {
    request: EnumField({
      description: 'How invoices are charged; null: inherited. Needs `collections:write`',
      example: 'manual',
      values: COLLECTION_METHODS,
      optional: true,
      nullable: true,
    }),
    response: AnswerField({
      description: 'How invoices are charged; null: inherited',
      type: String,
      enum: [...COLLECTION_METHODS],
      nullable: true,
      example: 'automatic',
    }),
  },
};

/** Keeps `collection_method` of one type of subjects. */
@Injectable()
abstract class CollectionMethods implements AddedFields {
  readonly writeScope = 'collections:write';
  protected abstract readonly subjectType: SubjectType;

  constructor(private readonly settings: CollectionSettings) {}

  async valuesOf(tx: Transaction, organizationId: string, ids: readonly string[]) {
    const methods = await this.settings.methodsIn(tx, organizationId, this.subjectType, ids);
    return new Map(ids.map((id) => [id, { collection_method: methods.get(id) ?? null }]));
  }

  lock(tx: Transaction, organizationId: string, id: string): Promise<void> {
    return this.settings.lockIn(tx, organizationId, id);
  }

  async set(
    tx: Transaction,
    { organizationId, id: subjectId, isNew }: ChangedResource,
    { collection_method: method }: { collection_method?: CollectionMethod | null },
  ): Promise<void> {
    const subject = { organizationId, subjectType: this.subjectType, subjectId };
    await this.settings.setMethodIn(tx, { ...subject, collectionMethod: method ?? null }, isNew);
  }
}

@Injectable()
export class OrganizationCollectionMethods extends CollectionMethods {
  protected readonly subjectType = 'organization';
}

@Injectable()
export class CustomerCollectionMethods extends CollectionMethods {
  protected readonly subjectType = 'customer';
}

@Injectable()
export class SubscriptionCollectionMethods extends CollectionMethods {
  protected readonly subjectType = 'subscription';
}

@Injectable()
export class InvoiceCollectionMethods extends CollectionMethods {
  protected readonly subjectType = 'invoice';
}
