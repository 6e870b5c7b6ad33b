import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { EXTENSION_DEADLINE_MS } from '../../src/platform/extensions';
import { Outbox } from '../../src/platform/outbox/outbox';
import type { TestApp, TestOrganization } from '../support/test-app';
import { bodyOf, listOf } from '../support/wire';

/** The deadline of extensions while a test waits for it. */
const SHORT_DEADLINE_MS = 1000;

/** What every extension can do wrong, with what the error says. */
const COMMON = [
  ['throws', 'no such row'],
  ['takes longer than 5 s', 'it took longer than 5 s'],
  ['appends events itself', 'An extension returns its events'],
] as const;

/** What a hostile extension does in the bills of one organization; nothing while nothing is set. */
@Injectable()
export class Misconduct {
  now: { organizationId: string; how: string } | null = null;

  constructor(private readonly outbox: Outbox) {}

  /** Does what all extensions can do wrong. Returns what is wanted of this kind of extension, null for good conduct. */
  async in(tx: Transaction, organizationId: string): Promise<string | null> {
    if (this.now?.organizationId !== organizationId) return null;
    const { how } = this.now;
    if (how === 'throws') throw new Error('no such row');
    if (how === 'takes longer than 5 s') await new Promise(() => undefined);
    if (how === 'appends events itself') await this.append(tx, organizationId);
    return how;
  }

  private async append(tx: Transaction, organizationId: string): Promise<void> {
    const about = { kind: 'wallet.created', objectType: 'wallet', organizationId, objectId: newId() };
    await this.outbox.append(tx, { ...about, object: {} });
  }
}

/** A hostile extension, as the cases need it. */
export interface HostileCases {
  /** As the error names it, e.g. `HostileLines of "invoice lines"`. */
  extension: string;
  app: () => TestApp;
  /** What this kind of extension can do wrong beyond what all can, with what the error says. */
  misdeeds: readonly (readonly [how: string, reason: string])[];
  /** Makes a bill of an organization. */
  bill: (organization: TestOrganization) => Promise<unknown>;
}

/** An extension that breaks its contract stops its own bill under its name, and nobody else's. */
export function hostileCases({ extension, app, misdeeds, bill }: HostileCases): void {
  const kept = async (organization: TestOrganization): Promise<number[]> => {
    const { total } = await listOf(organization.get('/v1/invoices'));
    const { checks } = await bodyOf<{ checks: { agrees: boolean }[] }>(
      organization.get('/v1/reconciliation'),
    );
    return [total, checks.filter((it) => !it.agrees).length];
  };
  const eventsOf = (organization: TestOrganization): Promise<unknown[]> =>
    app().database.query(
      `SELECT id FROM outbox_events WHERE organization_id = $1 AND kind LIKE 'invoice.%'`,
      [organization.id],
    );

  it.each([...COMMON, ...misdeeds])('an extension that %s stops its own bill only', async (how, reason) => {
    const misconduct = app().app.get(Misconduct, { strict: false });
    const [its, other] = [await app().anOrganization(), await app().anOrganization()];
    misconduct.now = { organizationId: its.id, how };
    const deadline = shortDeadline();
    await expect(bill(its)).rejects.toThrow(`The extension ${extension} failed: ${reason}`);
    deadline.mockRestore();
    expect(await kept(its)).toEqual([0, 0]);
    expect(await eventsOf(its)).toEqual([]);
    await bill(other);
    misconduct.now = null;
    await bill(its);
    expect([await kept(its), await kept(other)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });
}

/** Nobody waits for 5 s: the timer of the deadline runs out sooner. */
function shortDeadline(): jest.SpyInstance {
  const setTimer = setTimeout;
  const sooner = (callback: () => void, ms?: number): NodeJS.Timeout =>
    setTimer(callback, ms === EXTENSION_DEADLINE_MS ? SHORT_DEADLINE_MS : ms);
  return jest.spyOn(global, 'setTimeout').mockImplementation(sooner);
}
