import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError, RequestError, UnauthorizedError } from '../../platform/errors/app-error';
import { Outbox } from '../../platform/outbox/outbox';
import { hashOf, newToken, organizationOf } from '../../platform/secrets/link-token';
import { CustomerBillingTerms, CustomerErased } from '../customers';
import { OrganizationsService } from '../organizations';
import type { PortalAccessEntity, PortalAccessKind } from './portal-access.entity';
import { PortalAccessesRepository } from './portal-accesses.repository';

/** How long a session lasts, whatever happens. */
export const SESSION_SECONDS = 60 * 60;
/** How long an expired link answers 410 instead of 404. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A token that was just made. Only its hash is stored. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Who sees a portal. */
export interface PortalSession {
  readonly organizationId: string;
  readonly customerId: string;
  /** Whether the organization is suspended: nothing can be changed. */
  readonly isSuspended: boolean;
}

/** Issues links to portals, and exchanges them for sessions (docs/portal.md#links-and-sessions). */
@Injectable()
export class PortalAccesses implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PortalAccessesRepository,
    private readonly organizations: OrganizationsService,
    private readonly customers: CustomerBillingTerms,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.on(CustomerErased, (tx, { organizationId, customerId }) =>
      this.repository.deleteOfCustomer(tx, organizationId, customerId),
    );
  }

  /** @throws NotFoundError for an unknown or deleted customer */
  createLink(caller: Caller, customerId: string, seconds: number): Promise<IssuedToken> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const { isDeleted } = await this.customers.of(tx, organizationId, customerId);
      if (isDeleted) throw new NotFoundError('customer');
      const long = new Date(this.clock.now().getTime() - KEPT_MS);
      await this.repository.deleteExpired(tx, organizationId, customerId, long);
      return this.issue(tx, { organizationId, customerId, kind: 'link' }, seconds);
    });
  }

  /**
   * Begins a session. A link may be opened more than once until it expires: mail scanners open links as well.
   *
   * @throws NotFoundError for an unknown link; RequestError `link_expired`
   */
  async open(linkToken: string): Promise<IssuedToken> {
    const organizationId = organizationOf(linkToken);
    if (organizationId === null) throw new NotFoundError('link');
    return this.transactions.runFor(organizationId, async (tx) => {
      const link = await this.repository.find(tx, organizationId, hashOf(linkToken), 'link');
      if (link === null || !(await this.isOpenFor(tx, link))) throw new NotFoundError('link');
      if (link.expiresAt <= this.clock.now()) {
        throw new RequestError('link_expired', 'The link has expired. Ask its sender for a new one.');
      }
      const { customerId } = link;
      return this.issue(tx, { organizationId, customerId, kind: 'session' }, SESSION_SECONDS);
    });
  }

  /** @throws UnauthorizedError without a session that goes on */
  async session(token: string): Promise<PortalSession> {
    const organizationId = organizationOf(token);
    if (organizationId === null) throw signedOut();
    return this.transactions.readFor(organizationId, async (tx) => {
      const session = await this.repository.find(tx, organizationId, hashOf(token), 'session');
      if (session === null || session.expiresAt <= this.clock.now()) throw signedOut();
      if (!(await this.isOpenFor(tx, session))) throw signedOut();
      const { status } = await this.organizations.getIn(tx, organizationId);
      return { organizationId, customerId: session.customerId, isSuspended: status !== 'active' };
    });
  }

  /** Ends a session; a no-op without one. */
  async signOut(token: string): Promise<void> {
    const organizationId = organizationOf(token);
    if (organizationId === null) return;
    await this.transactions.runFor(organizationId, async (tx) => {
      const session = await this.repository.find(tx, organizationId, hashOf(token), 'session');
      if (session !== null) await this.repository.delete(tx, session);
    });
  }

  private async issue(
    tx: Transaction,
    of: { organizationId: string; customerId: string; kind: PortalAccessKind },
    seconds: number,
  ): Promise<IssuedToken & { id: string }> {
    const token = newToken(of.organizationId);
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + seconds * 1000);
    const id = newId();
    await this.repository.insert(tx, { ...of, id, tokenHash: hashOf(token), expiresAt, createdAt });
    return { id, token, expiresAt };
  }

  /** Not for a customer that was deleted, nor for an organization that is being deleted. */
  private async isOpenFor(
    tx: Transaction,
    { organizationId, customerId }: PortalAccessEntity,
  ): Promise<boolean> {
    const { status } = await this.organizations.getIn(tx, organizationId);
    if (status === 'deleting') return false;
    return !(await this.customers.of(tx, organizationId, customerId)).isDeleted;
  }
}

const signedOut = (): UnauthorizedError =>
  new UnauthorizedError('The session of the portal has ended. Open the portal with a new link.', 'session');
