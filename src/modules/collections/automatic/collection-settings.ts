import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { OutboxEvent } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerBillingTerms } from '../../customers';
import { InvoiceFinalized, InvoicesService, type InvoiceDto } from '../../invoices';
import { SubscriptionsService } from '../../subscriptions';
import type { CollectionSettingEntity, ScheduledChargeEntity } from './automatic.entity';
import { AutomaticRepository } from './automatic.repository';
import {
  effectiveTerms,
  topUpTerms,
  type CollectionMethod,
  type SettingInput,
  type SubjectSetting,
  type SubjectType,
} from './automatic.rules';
import {
  toInvoiceSettingsResponse,
  toOrganizationSettingsResponse,
  toSettingsResponse,
  type CollectionSettingsDto,
} from './collection-settings.dto';
import { ScheduledCharges } from './scheduled-charges';

/** Looks up what settings are about. */
@Injectable()
export class SettingSubjects {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomerBillingTerms,
    private readonly subscriptions: SubscriptionsService,
    private readonly invoices: InvoicesService,
  ) {}

  /** @throws NotFoundError */
  async assertExists(caller: Caller, subjectType: SubjectType, id: string): Promise<void> {
    const { organizationId } = caller;
    if (subjectType === 'customer') {
      await this.transactions.readFor(caller, (tx) => this.customers.of(tx, organizationId, id));
    } else if (subjectType === 'subscription') {
      await this.subscriptions.get(caller, id);
    } else if (subjectType === 'invoice') {
      await this.invoices.get(caller, id);
    }
  }

  /** Returns an invoice; null when there is none. */
  invoice(tx: Transaction, organizationId: string, id: string) {
    return this.invoices.findIn(tx, organizationId, id);
  }

  /** Returns the ids of the final invoices of a subscription that the transaction has made. */
  invoicesOfNew(tx: Transaction, organizationId: string, subscriptionId: string): Promise<string[]> {
    return this.invoices.finalIdsOfNew(tx, organizationId, subscriptionId);
  }
}

/** The method that a request sets for a subject. */
export type NewMethod = Pick<
  CollectionSettingEntity,
  'organizationId' | 'subjectType' | 'subjectId' | 'collectionMethod'
>;

/** Use cases of `collection_method` (docs/payments.md#automatic-collection). */
@Injectable()
export class CollectionSettings implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AutomaticRepository,
    private readonly charges: ScheduledCharges,
    private readonly subjects: SettingSubjects,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.onBatch(InvoiceFinalized, (tx, events) => this.scheduleAll(tx, events));
  }

  /** @throws NotFoundError for an unknown subject */
  async get(caller: Caller, subjectType: SubjectType, subjectId: string): Promise<SubjectSetting> {
    const { organizationId } = caller;
    await this.subjects.assertExists(caller, subjectType, subjectId);
    const found = await this.transactions.readFor(caller, (tx) =>
      this.repository.findSetting(tx, organizationId, subjectType, subjectId),
    );
    return found ?? unset(subjectType, subjectId);
  }

  /**
   * Counts for invoices that become final from now on; the setting of an invoice, at once.
   *
   * @throws NotFoundError; PreconditionFailedError
   */
  async put(
    caller: Caller,
    subjectType: SubjectType,
    subjectId: string,
    input: SettingInput,
  ): Promise<SubjectSetting & { id: string }> {
    const { organizationId } = caller;
    await this.subjects.assertExists(caller, subjectType, subjectId);
    return this.transactions.runFor(caller, async (tx) => {
      await this.repository.lockSetting(tx, organizationId, subjectId);
      const before = await this.repository.findSetting(tx, organizationId, subjectType, subjectId);
      caller.precondition?.check(
        await this.represent(tx, organizationId, before ?? unset(subjectType, subjectId)),
      );
      const subject = { organizationId, subjectType, subjectId };
      const setting = await this.save(tx, { ...subject, ...input }, before);
      return { ...setting, id: subjectId };
    });
  }

  /** Keeps others from changing the method of a subject until the transaction ends. */
  lockIn(tx: Transaction, organizationId: string, subjectId: string): Promise<void> {
    return this.repository.lockSetting(tx, organizationId, subjectId);
  }

  /** Returns the methods of subjects of one type by their ids: one read for all. */
  async methodsIn(
    tx: Transaction,
    organizationId: string,
    subjectType: SubjectType,
    subjectIds: readonly string[],
  ): Promise<ReadonlyMap<string, CollectionMethod | null>> {
    const found = await this.repository.findSettingsOf(tx, organizationId, subjectType, subjectIds);
    return new Map(found.map((it) => [it.subjectId, it.collectionMethod]));
  }

  /** As `put`, of a subject that the transaction has locked or made, without touching when an organization charges. */
  async setMethodIn(tx: Transaction, subject: NewMethod, isNew: boolean): Promise<void> {
    const { organizationId, subjectType, subjectId } = subject;
    const before = await this.repository.findSetting(tx, organizationId, subjectType, subjectId);
    await this.save(tx, { ...subject, chargeAt: before?.chargeAt ?? null }, before);
    // It has billed its first period by now.
    if (subjectType !== 'subscription' || !isNew) return;
    const billed = await this.subjects.invoicesOfNew(tx, organizationId, subjectId);
    for (const id of billed) await this.applyToInvoice(tx, organizationId, id);
  }

  private async save(
    tx: Transaction,
    input: Omit<CollectionSettingEntity, 'createdAt' | 'updatedAt'>,
    before: CollectionSettingEntity | null,
  ): Promise<CollectionSettingEntity> {
    const now = this.clock.now();
    const setting = { ...input, createdAt: before?.createdAt ?? now, updatedAt: now };
    await this.repository.saveSetting(tx, setting);
    const { organizationId, subjectType, subjectId } = setting;
    if (subjectType === 'invoice') await this.applyToInvoice(tx, organizationId, subjectId);
    return setting;
  }

  /** Returns the scheduled charge of an invoice; null when nothing is charged by itself. @throws NotFoundError */
  async chargeOf(caller: Caller, invoiceId: string): Promise<ScheduledChargeEntity | null> {
    await this.subjects.assertExists(caller, 'invoice', invoiceId);
    return this.transactions.readFor(caller, (tx) =>
      this.repository.findCharge(tx, caller.organizationId, invoiceId),
    );
  }

  /** Returns what GET shows of a setting. */
  private async represent(
    tx: Transaction,
    organizationId: string,
    setting: SubjectSetting,
  ): Promise<CollectionSettingsDto> {
    if (setting.subjectType === 'organization') return toOrganizationSettingsResponse(setting);
    if (setting.subjectType !== 'invoice') return toSettingsResponse(setting);
    const charge = await this.repository.findCharge(tx, organizationId, setting.subjectId);
    return toInvoiceSettingsResponse(setting, charge);
  }

  /** One query for all: most organizations have no settings. */
  private async scheduleAll(tx: Transaction, events: readonly OutboxEvent<InvoiceDto>[]): Promise<void> {
    const [first] = events;
    if (first === undefined) return;
    const { organizationId } = first;
    const subjects = events.flatMap(({ object }) =>
      [object.id, object.customer_id, object.subscription_id ?? []].flat(),
    );
    const settings = await this.repository.findSettings(tx, organizationId, [organizationId, ...subjects]);
    const hasTopUps = events.some(({ object }) => object.invoice_type === 'credit');
    if (settings.length === 0 && !hasTopUps) return;
    for (const { objectId } of events) await this.scheduleIfAutomatic(tx, organizationId, objectId);
  }

  private async applyToInvoice(tx: Transaction, organizationId: string, id: string): Promise<void> {
    await this.repository.deleteCharges(tx, organizationId, [id]);
    await this.scheduleIfAutomatic(tx, organizationId, id);
  }

  private async scheduleIfAutomatic(tx: Transaction, organizationId: string, id: string): Promise<void> {
    const invoice = await this.subjects.invoice(tx, organizationId, id);
    if (invoice?.status !== 'finalized' || invoice.amountDueCents === 0n) return;
    const { customerId, subscriptionId, invoiceType, paymentDueDate, timezone } = invoice;
    const subjects = [id, customerId, organizationId, subscriptionId].filter((it) => it !== null);
    const settings = await this.repository.findSettings(tx, organizationId, subjects);
    const termsOf = invoiceType === 'credit' ? topUpTerms : effectiveTerms;
    const { collectionMethod, chargeAt } = termsOf(settings);
    if (collectionMethod !== 'automatic') return;
    await this.charges.schedule(tx, organizationId, { id, paymentDueDate, timezone }, chargeAt);
  }
}

const unset = (subjectType: SubjectType, subjectId: string): SubjectSetting => ({
  subjectType,
  subjectId,
  collectionMethod: null,
  chargeAt: null,
});
