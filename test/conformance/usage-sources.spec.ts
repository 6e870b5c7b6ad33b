import { randomUUID } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import { USAGE_SOURCES, type Rejection, type UsageMessage, type UsageSource } from '../../src/modules/events';
import { extend } from '../../src/platform/extensions';
import { eventually } from '../support/eventually';
import { aMeteredSubscription, usageOf, type Metered } from '../support/metered-subscription';
import type { TestOrganization } from '../support/test-app';
import { useTestApp } from '../support/use-test-app';

/** Deliveries of which the last one decides. */
const LAST_DELIVERY = 8;

/** A source in memory. A message that is not settled, or given back, is handed out again at once. */
@Injectable()
class Memory implements UsageSource {
  readonly name: string = 'memory';
  readonly accepted: string[] = [];
  readonly rejected: Rejection[] = [];
  readonly delays: number[] = [];
  private readonly messages = new Map<string, UsageMessage>();

  fetch(limit: number): Promise<UsageMessage[]> {
    return Promise.resolve([...this.messages.values()].slice(0, limit));
  }

  lag(): Promise<number> {
    return Promise.resolve(this.messages.size);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  put(organizationId: string, event: { transaction_id: string }, deliveries = 1): void {
    const { transaction_id: id } = event;
    const again = (delivery: number): UsageMessage => ({
      organizationId,
      body: Buffer.from(JSON.stringify(event)),
      deliveries: delivery,
      accept: () => {
        this.accept(id);
      },
      retry: (delayMs) => {
        this.delays.push(delayMs);
        this.messages.set(id, again(delivery + 1));
      },
      reject: (rejections) => {
        this.rejected.push(...rejections);
        this.messages.delete(id);
      },
    });
    this.messages.set(id, again(deliveries));
  }

  protected accept(id: string): void {
    this.accepted.push(id);
    this.messages.delete(id);
  }
}

/** Forgets a message the second time only. */
@Injectable()
class Forgetful extends Memory {
  override readonly name = 'forgetful';
  readonly told: string[] = [];

  protected override accept(id: string): void {
    this.told.push(id);
    if (this.told.filter((it) => it === id).length < 2) throw new Error('the connection is lost');
    super.accept(id);
  }
}

@Injectable()
class Hanging extends Memory {
  override readonly name = 'hanging';
  override fetch = (): Promise<UsageMessage[]> => new Promise(() => undefined);
}

@Module({ providers: [Memory, Forgetful, Hanging].flatMap((it) => [it, extend(USAGE_SOURCES, it)]) })
class SourcesModule {}

describe('usage sources', () => {
  const app = useTestApp({}, SourcesModule);
  let organization: TestOrganization;
  let metered: Metered;

  beforeEach(async () => {
    organization = await app.anOrganization();
    metered = await aMeteredSubscription(app, organization);
  });

  const anEvent = (id: string = randomUUID()) => ({
    transaction_id: id,
    code: 'calls',
    external_subscription_id: metered.externalId,
    properties: { value: '1' },
  });
  const counted = async (): Promise<number | undefined> =>
    (await usageOf(app, organization.id, metered.periodId)).charges[0]?.eventsCount;
  const settled = (source: Memory) => eventually(async () => ((await source.lag()) === 0 ? true : null));

  it('a message that cannot be acknowledged comes again and is counted once', async () => {
    const source = app.app.get(Forgetful);
    const event = anEvent();
    source.put(organization.id, event);
    await settled(source);
    expect(source.told).toEqual([event.transaction_id, event.transaction_id]);
    expect(await counted()).toBe(1);
  });

  it('a message that fails without an outage harms no other, comes again later and later, and is set aside in the end', async () => {
    const source = app.app.get(Memory);
    const poison = anEvent(`poison-${randomUUID()}`);
    await app.database.query(`
      CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF new.transaction_id LIKE 'poison-%' THEN RAISE EXCEPTION 'poison'; END IF;
        RETURN new;
      END $$;
      CREATE TRIGGER refuse_poison BEFORE INSERT ON usage_events FOR EACH ROW EXECUTE FUNCTION refuse_poison()`);
    const good = Array.from({ length: 5 }, () => anEvent());
    for (const event of [...good.slice(0, 2), poison, ...good.slice(2)]) source.put(organization.id, event);
    await settled(source);

    expect(await counted()).toBe(good.length);
    expect([...source.accepted].sort()).toEqual(good.map((it) => it.transaction_id).sort());
    expect(source.delays).toEqual(Array.from({ length: LAST_DELIVERY - 1 }, (_, n) => 1000 * 2 ** (n + 1)));
    expect(source.rejected.map((it) => it.errors[0]?.code)).toEqual(['internal_error']);
    expect(Buffer.from(source.rejected[0]?.body ?? []).toString()).toBe(JSON.stringify(poison));
  });

  it('a source that hangs is reported and hinders no other', async () => {
    await eventually(async () => {
      const { text } = await app.request.get('/metrics').expect(200);
      const up = new Map(
        [...text.matchAll(/^billing_usage_stream_up\{source="(\w+)"\} (\d)$/gm)].map(([, name, it]) => [
          name,
          it,
        ]),
      );
      return up.get('hanging') === '0' && up.get('memory') === '1' ? true : null;
    }, 20_000);
  });
});
