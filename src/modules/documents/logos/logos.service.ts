import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import type { DocumentLogoEntity } from '../document.entity';
import { isPrintable } from '../rendering/pdf/printable-image';
import { refused, toLogoResponse } from './logo.dto';
import type { LogoImage } from './logo.rules';
import { LogosRepository } from './logos.repository';

/** Use cases of the logo on documents (docs/concepts.md#documents). */
@Injectable()
export class LogosService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: LogosRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the logo of documents that become final now; null if there is none. */
  get(caller: Caller): Promise<DocumentLogoEntity | null> {
    return this.transactions.readFor(caller, (tx) => this.repository.findCurrent(tx, caller.organizationId));
  }

  /** Sets the logo of documents that become final from now on. @throws ValidationFailedError for one that no PDF can have. */
  async set(caller: Caller, { contentType, content }: LogoImage): Promise<DocumentLogoEntity> {
    const { organizationId } = caller;
    if (!(await isPrintable(content))) throw refused('invalid_image', 'is a damaged image');
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.repository.findCurrentForUpdate(tx, organizationId);
      caller.precondition?.check(toLogoResponse(before));
      await this.repository.retire(tx, organizationId);
      const about = { organizationId, id: newId(), isCurrent: true, createdAt: this.clock.now() };
      const logo = { ...about, contentType, content };
      await this.repository.insert(tx, logo);
      this.transactions.noteChanged(tx, 'logo');
      return logo;
    });
  }

  /** Documents that become final from now on have no logo. */
  delete(caller: Caller): Promise<void> {
    return this.transactions.runFor(caller, async (tx) => {
      await this.repository.retire(tx, caller.organizationId);
      this.transactions.noteChanged(tx, 'logo');
    });
  }
}
