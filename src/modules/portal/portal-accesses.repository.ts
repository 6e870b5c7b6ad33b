import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import type { Transaction } from '../../platform/database/transactions';
import { PortalAccessEntity, type PortalAccessKind } from './portal-access.entity';

/** Queries of links to portals, and of the sessions that they opened. */
@Injectable()
export class PortalAccessesRepository {
  async insert(tx: Transaction, access: PortalAccessEntity): Promise<void> {
    await tx.insert(PortalAccessEntity, access);
  }

  find(
    tx: Transaction,
    organizationId: string,
    tokenHash: string,
    kind: PortalAccessKind,
  ): Promise<PortalAccessEntity | null> {
    return tx.findOneBy(PortalAccessEntity, { organizationId, tokenHash, kind });
  }

  async delete(tx: Transaction, { organizationId, id }: PortalAccessEntity): Promise<void> {
    await tx.delete(PortalAccessEntity, { organizationId, id });
  }

  async deleteOfCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    await tx.delete(PortalAccessEntity, { organizationId, customerId });
  }

  /** Deletes those of a customer that expired before then. */
  async deleteExpired(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    before: Date,
  ): Promise<void> {
    await tx.delete(PortalAccessEntity, { organizationId, customerId, expiresAt: LessThan(before) });
  }
}
