import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Transaction } from '../../../platform/database/transactions';
import { notResting } from '../../payments';
import { notHeld } from '../../../platform/cells/held-organizations';
import { notPostponed } from '../../../platform/jobs/job-failures';
import { CollectionSettingEntity, ScheduledChargeEntity } from './automatic.entity';
import type { SubjectType } from './automatic.rules';

/** The due queue of invoices that are charged by themselves. */
export const QUEUE = 'scheduled-charges';

/** Queries of settings and scheduled charges. */
@Injectable()
export class AutomaticRepository {
  /** Waits until no other transaction changes the setting, which need not exist. */
  async lockSetting(tx: Transaction, organizationId: string, subjectId: string): Promise<void> {
    await tx.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('collection_setting:' || $1 || ':' || $2, 0))`,
      [organizationId, subjectId],
    );
  }

  findSetting(
    tx: Transaction,
    organizationId: string,
    subjectType: SubjectType,
    subjectId: string,
  ): Promise<CollectionSettingEntity | null> {
    return tx.findOneBy(CollectionSettingEntity, { organizationId, subjectType, subjectId });
  }

  /** Returns the settings of subjects of one type: one read for a page of them. */
  findSettingsOf(
    tx: Transaction,
    organizationId: string,
    subjectType: SubjectType,
    subjectIds: readonly string[],
  ): Promise<CollectionSettingEntity[]> {
    return tx.findBy(CollectionSettingEntity, {
      organizationId,
      subjectType,
      subjectId: In([...subjectIds]),
    });
  }

  findSettings(
    tx: Transaction,
    organizationId: string,
    subjectIds: readonly string[],
  ): Promise<CollectionSettingEntity[]> {
    return tx.findBy(CollectionSettingEntity, { organizationId, subjectId: In([...subjectIds]) });
  }

  async saveSetting(tx: Transaction, setting: CollectionSettingEntity): Promise<void> {
    await tx.upsert(CollectionSettingEntity, setting, ['organizationId', 'subjectType', 'subjectId']);
  }

  findCharge(
    tx: Transaction,
    organizationId: string,
    invoiceId: string,
  ): Promise<ScheduledChargeEntity | null> {
    return tx.findOneBy(ScheduledChargeEntity, { organizationId, invoiceId });
  }

  /** Inserts a charge, unless the invoice has one. */
  async insertCharge(tx: Transaction, charge: ScheduledChargeEntity): Promise<void> {
    await tx.createQueryBuilder().insert().into(ScheduledChargeEntity).values(charge).orIgnore().execute();
  }

  async updateCharge(
    tx: Transaction,
    { organizationId, id }: ScheduledChargeEntity,
    changes: Partial<Pick<ScheduledChargeEntity, 'status' | 'reason' | 'attempts' | 'dueAt' | 'updatedAt'>>,
  ): Promise<void> {
    await tx.update(ScheduledChargeEntity, { organizationId, id }, changes);
  }

  async deleteCharges(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<void> {
    await tx.delete(ScheduledChargeEntity, { organizationId, invoiceId: In([...invoiceIds]) });
  }

  /** Locks the longest due charges of one organization; leaves out postponed ones. */
  async claim(tx: Transaction, now: Date, limit: number): Promise<ScheduledChargeEntity[]> {
    const due = await tx
      .createQueryBuilder(ScheduledChargeEntity, 'charge')
      .where('charge.due_at <= :now', { now })
      .andWhere(notPostponed(QUEUE, 'charge.id', ':now'))
      .andWhere(notHeld('charge'))
      .andWhere(notResting('charge'))
      .orderBy({ 'charge.due_at': 'ASC', 'charge.organization_id': 'ASC', 'charge.id': 'ASC' })
      .limit(limit)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    // Those of other organizations are released with the transaction.
    return due.filter((it) => it.organizationId === due[0]?.organizationId);
  }

  async nextDueAt(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM scheduled_charges AS charge
        WHERE due_at IS NOT NULL AND ${notPostponed(QUEUE, 'charge.id', '$1')} AND ${notHeld('charge')}
          AND ${notResting('charge')}`,
      [now],
    );
    return row?.at ?? null;
  }
}
