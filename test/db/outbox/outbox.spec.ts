import { Transactions } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import { eventKinds } from '../../../src/platform/outbox/event-catalogue';
import { Outbox } from '../../../src/platform/outbox/outbox';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';

describe('Outbox', () => {
  const app = useTestApp({ ROLE: 'api' });
  let acme: TestOrganization;
  let outbox: Outbox;
  let transactions: Transactions;
  const kind = eventKinds()[0]?.kind ?? '';

  beforeAll(async () => {
    acme = await app.anOrganization();
    outbox = app.app.get(Outbox, { strict: false });
    transactions = app.app.get(Transactions, { strict: false });
  });

  const event = (objectId: string, note: string) => ({
    kind,
    objectType: 'thing',
    organizationId: acme.id,
    objectId,
    object: { note },
  });

  const sequences = async (objectId: string): Promise<number[]> =>
    (
      await app.database.query<{ sequence: number }>(
        'SELECT sequence FROM outbox_events WHERE object_id = $1 ORDER BY sequence',
        [objectId],
      )
    ).map((it) => it.sequence);

  it('append() numbers the events of each object from 1, in the order of its arguments', async () => {
    const [a, b] = [newId(), newId()];
    const stored = await transactions.run((tx) =>
      outbox.append(tx, event(a, '1'), event(b, '1'), event(a, '2')),
    );
    expect(stored.map((it) => [it.objectId, it.sequence])).toEqual([
      [a, 1],
      [b, 1],
      [a, 2],
    ]);
  });

  it('events that a subscriber appends reach all subscribers after the events that caused them', async () => {
    const [first, caused] = [newId(), newId()];
    const handled: string[] = [];
    const nameOf = new Map([
      [first, 'first'],
      [caused, 'caused'],
    ]);
    outbox.subscribe(async (tx, events) => {
      if (events.some((it) => it.objectId === first)) await outbox.append(tx, event(caused, 'caused'));
    });
    outbox.subscribe((_, events) => {
      handled.push(...events.map((it) => nameOf.get(it.objectId) ?? 'other'));
      return Promise.resolve();
    });
    await transactions.run((tx) => outbox.append(tx, event(first, 'first')));
    expect(handled).toEqual(['first', 'caused']);
    expect(await sequences(caused)).toEqual([1]);
  });

  it('sequence numbers have no gaps after concurrent appends and rollbacks', async () => {
    const objectId = newId();
    const append = (fail: boolean) =>
      transactions.run(async (tx) => {
        await outbox.append(tx, event(objectId, 'x'));
        if (fail) throw new Error('rolled back');
      });
    await Promise.allSettled(Array.from({ length: 30 }, (_, i) => append(i % 3 === 0)));
    expect(await sequences(objectId)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('append() stores the delivery body byte for byte', async () => {
    const objectId = newId();
    const [stored] = await transactions.run((tx) => outbox.append(tx, event(objectId, '\u2028 😀 "quoted"')));
    const [row] = await app.database.query<{ payload: string }>(
      'SELECT payload FROM outbox_events WHERE object_id = $1',
      [objectId],
    );
    expect(row?.payload).toBe(stored?.payload);
    expect(JSON.parse(row?.payload ?? '')).toMatchObject({
      id: stored?.id,
      webhook_type: kind,
      object_type: 'thing',
      object_id: objectId,
      organization_id: acme.id,
      sequence: 1,
      thing: { note: '\u2028 😀 "quoted"' },
    });
  });

  it('a failing subscriber rolls the transaction back', async () => {
    const objectId = newId();
    outbox.subscribe((_tx, events) =>
      events.some((it) => it.objectId === objectId) ? Promise.reject(new Error('no')) : Promise.resolve(),
    );
    await expect(transactions.run((tx) => outbox.append(tx, event(objectId, 'x')))).rejects.toThrow('no');
    expect(await sequences(objectId)).toEqual([]);
  });
});
