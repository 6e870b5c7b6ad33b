import { randomUUID } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { UsageEventKeysBackfill1767000010000 } from '../../../src/migrations/1767000010000-usage-event-keys-backfill';
import { EventKeyRetention } from '../../../src/modules/events/keys/event-key-retention';
import { aMeteredSubscription, type Metered } from '../../support/metered-subscription';
import { insertUsageRow } from '../../support/usage-rows';
import { useOrganization, useProvider, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type UsageEventBody } from '../../support/wire';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEDUP_DAYS = 40;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

describe('keys of usage events', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0', USAGE_DEDUP_DAYS: String(DEDUP_DAYS) });
  const organization = useOrganization(app);
  const retention = useProvider(app, EventKeyRetention);
  let metered: Metered;

  beforeEach(async () => {
    metered = await aMeteredSubscription(app, organization);
  });

  const anEvent = (change: object = {}) => ({
    transaction_id: randomUUID(),
    code: 'calls',
    external_subscription_id: metered.externalId,
    properties: { value: '1' },
    ...change,
  });
  const send = (event: object) => organization.post('/v1/events', event);
  const keys = () =>
    app.database.query('SELECT * FROM usage_event_keys WHERE organization_id = $1 ORDER BY event_id', [
      organization.id,
    ]);
  const eventsWith = (transactionId: string) =>
    app.database.query<{ id: string }>(
      'SELECT id FROM usage_events WHERE organization_id = $1 AND transaction_id = $2 ORDER BY id',
      [organization.id, transactionId],
    );

  it('are stored with the events, as the backfill of older events stores them', async () => {
    await bodyOf(send(anEvent()), 201);
    await bodyOf(send(anEvent({ properties: { value: 1.5, b: { é: [null, -0, 'x'] }, a: '😀' } })), 201);
    await bodyOf(send(anEvent({ external_customer_id: metered.externalCustomerId })), 201);
    await insertUsageRow(app, organization, metered, { createdAt: new Date(), properties: { value: '2' } });
    const stored = await keys();
    expect(stored).toHaveLength(4);
    await app.database.query('DELETE FROM usage_event_keys WHERE organization_id = $1', [organization.id]);
    const backfill = new UsageEventKeysBackfill1767000010000();
    await backfill.up(app.database as unknown as QueryRunner);
    expect(await keys()).toEqual(stored);
    await backfill.up(app.database as unknown as QueryRunner); // after an interruption
    expect(await keys()).toEqual(stored);
  });

  it('refuse an event of the previous release whose transaction_id is taken', async () => {
    const sent = anEvent();
    await bodyOf(send(sent), 201);
    const again = insertUsageRow(app, organization, metered, {
      createdAt: new Date(),
      transactionId: sent.transaction_id,
    });
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'usage_events_transaction' });
    expect(await eventsWith(sent.transaction_id)).toHaveLength(1);
  });

  it('let each event be stored once when both releases receive it', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const both = ids.map(async (transactionId) => {
      const [answer, inserted] = await Promise.all([
        send(anEvent({ transaction_id: transactionId })),
        insertUsageRow(app, organization, metered, { createdAt: new Date(), transactionId }).catch(
          () => null,
        ),
      ]);
      expect([200, 201, 409]).toContain(answer.status);
      expect(answer.status === 201).toBe(inserted === null);
    });
    await Promise.all(both);
    for (const id of ids) expect(await eventsWith(id)).toHaveLength(1);
    expect(await keys()).toHaveLength(ids.length);
  });

  describe('are deleted after USAGE_DEDUP_DAYS', () => {
    it('so that a later repeat is a new event', async () => {
      const [old, recent] = [randomUUID(), randomUUID()];
      await insertUsageRow(app, organization, metered, {
        createdAt: daysAgo(DEDUP_DAYS + 1),
        transactionId: old,
      });
      await insertUsageRow(app, organization, metered, {
        createdAt: daysAgo(DEDUP_DAYS - 1),
        transactionId: recent,
      });
      await problemOf(send(anEvent({ transaction_id: old, properties: { value: '7' } })), 409, 'conflict');
      await retention.run();
      const answer = await bodyOf<UsageEventBody>(
        send(anEvent({ transaction_id: old, properties: { value: '7' } })),
        201,
      );
      expect((await eventsWith(old)).map((it) => it.id)).toContain(answer.id);
      await problemOf(send(anEvent({ transaction_id: recent, properties: { value: '7' } })), 409, 'conflict');
    });

    it('but not those of an organization that is moving', async () => {
      await insertUsageRow(app, organization, metered, { createdAt: daysAgo(DEDUP_DAYS + 1) });
      const setState = (state: string) =>
        app.database.query('UPDATE organizations SET cell_state = $2 WHERE id = $1', [
          organization.id,
          state,
        ]);
      await setState('leaving');
      await retention.run();
      expect(await keys()).toHaveLength(1);
      await setState('active');
      await retention.run();
      expect(await keys()).toHaveLength(0);
    });
  });
});
