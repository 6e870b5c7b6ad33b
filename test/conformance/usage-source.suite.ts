import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { eventually } from '../support/eventually';
import { aMeteredSubscription, usageOf, type Metered } from '../support/metered-subscription';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';

/** What a source has set aside. */
export interface SetAside {
  body: string;
  errors: { field: string; code: string; message: string }[];
}

/** A usage source as the suite needs it. */
export interface TestedUsageSource {
  /** Its module, which registers it with `USAGE_SOURCES`; none for a source of the service. */
  module?: Type;
  /** Makes an empty stream. Returns the settings with which the service reads it. */
  prepare(): Promise<Record<string, string>>;
  /** Puts a message into the stream. */
  put(organizationId: string, body: string): Promise<void>;
  /** How many messages the stream has still to settle. */
  waiting(): Promise<number>;
  rejected(): Promise<readonly SetAside[]>;
  drop(): Promise<void>;
}

/** What holds for every usage source. */
export function usageSourceSuite(name: string, source: TestedUsageSource): void {
  describe(`usage source ${name}`, () => {
    let app: TestApp;
    let organization: TestOrganization;
    let metered: Metered;

    beforeAll(async () => {
      const env = await source.prepare();
      app = await startTestApp(env, undefined, source.module === undefined ? [] : [source.module]);
    }, 60_000);
    beforeEach(async () => {
      organization = await app.anOrganization();
      metered = await aMeteredSubscription(app, organization);
    });
    afterAll(async () => {
      await app.stop();
      await source.drop();
    });

    const anEvent = (value = '1') => ({
      transaction_id: randomUUID(),
      code: 'calls',
      external_subscription_id: metered.externalId,
      properties: { value },
    });
    const put = (body: unknown): Promise<void> =>
      source.put(organization.id, typeof body === 'string' ? body : JSON.stringify(body));
    const settled = () =>
      eventually(async () => ((await source.waiting().catch(() => 1)) === 0 ? true : null), 20_000);
    const counted = async (): Promise<[units: string | undefined, events: number | undefined]> => {
      const [charge] = (await usageOf(app, organization.id, metered.periodId)).charges;
      return [charge?.units, charge?.eventsCount];
    };
    /** Returns what was set aside since, by body. */
    const setAsideBy = async (work: () => Promise<void>): Promise<[body: string, reasons: string[]][]> => {
      const before = (await source.rejected()).length;
      await work();
      await settled();
      const added = (await source.rejected()).slice(before);
      return added.map((it) => [it.body, it.errors.map(({ field, code }) => `${field} ${code}`)]);
    };

    it('stores messages of one event and of several, and forgets them', async () => {
      await put(anEvent('2'));
      await put({ events: [anEvent('3'), anEvent('4')] });
      await settled();
      expect(await counted()).toEqual(['9', 3]);
    });

    it('counts an event once however often it comes', async () => {
      const event = anEvent('5');
      expect(
        await setAsideBy(async () => {
          for (let n = 0; n < 3; n++) await put(event);
          await put({ events: [event, anEvent('1')] });
        }),
      ).toEqual([]);
      expect(await counted()).toEqual(['6', 2]);
    });

    it('sets aside what can never be stored with the reason, and stores what is beside it', async () => {
      const known = anEvent('1');
      const conflict = { ...known, properties: { value: '7' } };
      const [unknownMetric, noEvent] = [{ ...anEvent(), code: 'nothing' }, { code: 'calls' }];
      await put(known);
      await settled();
      const rejected = await setAsideBy(async () => {
        await put('{"transaction_id": ');
        await put({ events: [anEvent('2'), unknownMetric, conflict, noEvent] });
      });
      const reasons = new Map(rejected.map(([body, its]) => [body, its]));
      expect(rejected).toHaveLength(4);
      expect(reasons.get('{"transaction_id": ')).toEqual(['body malformed_json']);
      expect(reasons.get(JSON.stringify(unknownMetric))).toEqual(['code unknown_billable_metric']);
      expect(reasons.get(JSON.stringify(conflict))).toEqual(['transaction_id conflict']);
      expect(reasons.get(JSON.stringify(noEvent))).toContain('transaction_id required');
      expect(await counted()).toEqual(['3', 2]);
    });

    it('sets aside the messages of an organization that does not exist, and those of no organization', async () => {
      const body = JSON.stringify(anEvent());
      const rejected = await setAsideBy(async () => {
        await source.put(randomUUID(), body);
        await source.put('nobody', body);
      });
      expect(rejected).toEqual([
        [body, ['organization not_found']],
        [body, ['organization not_found']],
      ]);
      expect(await counted()).toEqual(['0', 0]);
    });
  });
}
