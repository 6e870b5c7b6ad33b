import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import type { EventDefinition } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import type { ProviderMethod } from '../../payments/collector-kit';
import { toPaymentMethodResponse, type PaymentMethodDto } from './payment-method.dto';
import type { PaymentMethodEntity, ProviderCustomerEntity } from './payment-method.entity';
import { PaymentMethodCreated, PaymentMethodDeleted, PaymentMethodUpdated } from './payment-method.events';
import { PaymentMethodsRepository } from './payment-methods.repository';

/** Keeps the saved methods of customers as their providers show them (docs/payments.md#saved-methods). */
@Injectable()
export class SavedMethods {
  constructor(
    private readonly repository: PaymentMethodsRepository,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Maps a customer to one of a provider, whose methods are read soon; a no-op when it is mapped so already. */
  async adopt(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    { provider, providerCustomerId }: Pick<ProviderCustomerEntity, 'provider' | 'providerCustomerId'>,
  ): Promise<ProviderCustomerEntity> {
    const before = await this.repository.findCustomer(tx, organizationId, customerId, provider);
    const now = this.clock.now();
    const mapping: ProviderCustomerEntity = {
      ...{ organizationId, customerId, provider, providerCustomerId },
      id: before?.id ?? newId(),
      polls: 0,
      nextActionAt: await this.repository.now(tx),
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
    await this.repository.saveCustomer(tx, mapping);
    return mapping;
  }

  /**
   * Stores the methods of a customer as its provider lists them. A method that is not listed any more is deleted; the first
   * usable one becomes the default. A method that was deleted here stays deleted.
   */
  async record(
    tx: Transaction,
    { organizationId, customerId, provider, providerCustomerId }: ProviderCustomerEntity,
    listed: readonly ProviderMethod[],
  ): Promise<void> {
    const known = await this.repository.lockAll(tx, organizationId, customerId);
    const own = known.filter((it) => it.provider === provider);
    const listedIds = new Set(listed.map((it) => it.providerMethodId));
    for (const method of own) {
      if (method.deletedAt === null && !listedIds.has(method.providerMethodId)) await this.delete(tx, method);
    }
    let hasDefault = known.some((it) => it.isDefault && listedIds.has(it.providerMethodId));
    hasDefault ||= known.some((it) => it.isDefault && it.provider !== provider);
    for (const it of listed) {
      const before = own.find((other) => other.providerMethodId === it.providerMethodId) ?? null;
      if (before !== null && before.deletedAt !== null) continue;
      const isDefault = before?.isDefault ?? (!hasDefault && it.isUsable);
      hasDefault ||= isDefault;
      await this.store(tx, before, {
        ...{ organizationId, customerId, provider, providerCustomerId, isDefault },
        ...fieldsOf(it),
      });
    }
  }

  /** Never charged again; another usable method does not take its place by itself. */
  async delete(tx: Transaction, method: PaymentMethodEntity): Promise<PaymentMethodEntity> {
    const now = this.clock.now();
    const deleted = { ...method, isDefault: false, deletedAt: now, updatedAt: now };
    await this.repository.save(tx, deleted);
    await this.announce(tx, PaymentMethodDeleted, deleted);
    return deleted;
  }

  /** Makes a method the one that is charged automatically. */
  async makeDefault(tx: Transaction, method: PaymentMethodEntity): Promise<PaymentMethodEntity> {
    if (method.isDefault) return method;
    const { organizationId, customerId } = method;
    const now = this.clock.now();
    for (const other of await this.repository.lockAll(tx, organizationId, customerId)) {
      if (other.isDefault) await this.repository.save(tx, { ...other, isDefault: false, updatedAt: now });
    }
    const after = { ...method, isDefault: true, updatedAt: now };
    await this.repository.save(tx, after);
    await this.announce(tx, PaymentMethodUpdated, after);
    return after;
  }

  private async store(
    tx: Transaction,
    before: PaymentMethodEntity | null,
    fields: Omit<PaymentMethodEntity, 'id' | 'deletedAt' | 'createdAt' | 'updatedAt'>,
  ): Promise<void> {
    if (before !== null && isUnchanged(before, fields)) return;
    const now = this.clock.now();
    const method = {
      ...fields,
      id: before?.id ?? newId(),
      deletedAt: null,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
    await this.repository.save(tx, method);
    await this.announce(tx, before === null ? PaymentMethodCreated : PaymentMethodUpdated, method);
  }

  private async announce(
    tx: Transaction,
    kind: EventDefinition<PaymentMethodDto>,
    method: PaymentMethodEntity,
  ): Promise<void> {
    const { organizationId, id: objectId } = method;
    await this.outbox.append(
      tx,
      kind.of({ organizationId, objectId, object: toPaymentMethodResponse(method) }),
    );
  }
}

type ListedFields = Pick<
  PaymentMethodEntity,
  'providerMethodId' | 'type' | 'label' | 'expiresOn' | 'isUsable'
>;

function fieldsOf({ providerMethodId, type, label, expiresOn, isUsable }: ProviderMethod): ListedFields {
  return { providerMethodId, type, label, expiresOn, isUsable };
}

function isUnchanged(before: PaymentMethodEntity, after: ListedFields & { isDefault: boolean }): boolean {
  const names = ['type', 'label', 'expiresOn', 'isUsable', 'isDefault'] as const;
  return names.every((it) => before[it] === after[it]);
}
