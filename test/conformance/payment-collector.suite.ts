import type {
  Capture,
  CapturePage,
  ChargeOrder,
  LinkOrder,
  ProviderAccount,
  RefundOrder,
} from '../../src/modules/payments/collector-kit';
import { SystemClock } from '../../src/platform/domain/clock';
import { Bench, doneOf, type CollectorSubject } from './collector-bench';

const LONG_AGO = new Date(Date.now() - 10 * 60_000);
const A_DAY = 25 * 60 * 60;

/** What every payment collector must pass. */
export function paymentCollectorSuite(subject: CollectorSubject): void {
  describe(`the collector of ${subject.name}`, () => {
    let bench: Bench;
    beforeEach(() => {
      bench = new Bench(subject);
    });

    describe('connections', () => {
      const check = (account: ProviderAccount) => bench.collector.checkConnection(bench.http, account);

      it('good credentials are connected, bad ones are rejected with a reason', async () => {
        expect(await check(bench.account)).toMatchObject({ state: 'connected' });
        const rejected = await check(subject.badAccount());
        expect(rejected).toEqual({ state: 'rejected', reason: expect.stringMatching(/\w/) as string });
      });

      it('a provider that is down is unavailable, and its credentials are not rejected', async () => {
        await subject.down(bench.account);
        expect(await check(bench.account)).toMatchObject({ state: 'unavailable' });
        await subject.up();
      });

      it('a call with bad credentials is rejected because of them', async () => {
        const result = await bench.collector.createLink(bench.http, subject.badAccount(), bench.link());
        expect(result).toMatchObject({ kind: 'rejected', isAboutCredentials: true });
      });
    });

    describe('links', () => {
      it('a link is open with a page, and paid once it took the money', async () => {
        const order = bench.link();
        const open = doneOf(await bench.createLink(order));
        expect(open).toMatchObject({ status: 'open', isDead: false, captures: [] });
        await subject.pay(open.url ?? '');
        const paid = await bench.until(open.objectId, 'succeeded');
        expect(paid).toMatchObject({ isDead: true, decline: null });
        expect(paid.captures).toEqual([
          expect.objectContaining({
            amountCents: order.amountCents,
            currency: order.currency,
            refundedCents: 0n,
            collectionId: order.collectionId,
          }),
        ]);
        expect(await subject.net(bench.account)).toBe(Number(order.amountCents));
      });

      it('a declined link is not dead: the payer tries again', async () => {
        const { objectId, url } = doneOf(await bench.createLink(bench.link()));
        await subject.pay(url ?? '', `decline:${subject.declines.insufficientFunds}`);
        expect((await bench.read(objectId)).isDead).toBe(false);
        await subject.pay(url ?? '');
        await bench.until(objectId, 'succeeded');
      });

      it('an open link is ended, or ends by itself where the provider cannot end it', async () => {
        const { objectId } = doneOf(await bench.createLink(bench.link()));
        const ended = doneOf(await bench.collector.makeDead(bench.http, bench.account, objectId, null));
        expect(ended.isDead).toBe(bench.collector.canEndLinks);
        if (!bench.collector.canEndLinks) await bench.move(A_DAY);
        expect(await bench.read(objectId)).toMatchObject({ status: 'canceled', isDead: true, captures: [] });
        expect(await subject.net(bench.account)).toBe(0);
      });

      it('a paid link cannot be ended: it answers that it is paid', async () => {
        const { state } = await bench.paidLink();
        const ended = doneOf(await bench.collector.makeDead(bench.http, bench.account, state.objectId, null));
        expect(ended).toMatchObject({ status: 'succeeded', isDead: true });
        expect(ended.captures).toHaveLength(1);
      });

      it('an amount that the provider cannot express is refused before anything is sent', async () => {
        const order = { ...bench.link(), ...subject.inexpressible };
        const attempt = async () => {
          const result = await bench.createLink(order);
          if (result.kind === 'rejected') throw new Error(result.reason);
        };
        await expect(attempt()).rejects.toThrow(/provider|only/);
        expect(bench.http.sent).toEqual([]);
      });
    });

    describe('charges', () => {
      it('a charge takes the money once', async () => {
        const order = await bench.charge();
        const before = await subject.net(bench.account);
        const { objectId } = doneOf(await bench.take(order));
        const paid = await bench.until(objectId, 'succeeded');
        expect(paid).toMatchObject({ isDead: true, decline: null });
        expect(paid.captures).toMatchObject([
          { amountCents: order.amountCents, collectionId: order.collectionId },
        ]);
        expect(await subject.net(bench.account)).toBe(before + Number(order.amountCents));
      });

      it.each([
        ['insufficient_funds', subject.declines.insufficientFunds],
        ['hard', subject.declines.hard],
      ])('a decline is of the class %s', async (declineClass, code) => {
        const order = await bench.charge();
        await subject.outcome(bench.account, 'decline', code);
        const { objectId } = doneOf(await bench.take(order));
        const failed = await bench.until(objectId, 'failed');
        expect(failed.decline).toMatchObject({ declineClass, code });
        expect(failed.captures).toEqual([]);
      });

      const whereAuthenticated = subject.afterAuthentication === null ? it.skip : it;
      whereAuthenticated('a charge that needs the payer is no success', async () => {
        const order = await bench.charge();
        await subject.outcome(bench.account, 'requires_action');
        const state = doneOf(await bench.take(order));
        expect(state).toMatchObject({ status: subject.afterAuthentication, captures: [] });
        expect(state.isDead).toBe(false);
      });
    });

    describe('lost answers', () => {
      const find = (
        order: LinkOrder | ChargeOrder,
        kind: 'link' | 'charge',
        requestedAt = order.requestedAt,
      ) => bench.collector.find(bench.http, bench.account, { ...order, kind, requestedAt });
      const writes = () => bench.http.sent.filter((it) => it.method !== 'GET').length;

      it.each(['reset_after', 'error_500_after'] as const)('a link is found after %s', async (fault) => {
        const order = bench.link();
        await subject.spoil(bench.account, fault, 'link');
        expect(await bench.createLink(order)).toMatchObject({ kind: 'unknown' });
        const found = await find(order, 'link', LONG_AGO);
        // A page whose address nobody has is as good as none.
        if (found.kind === 'done' && found.value === null) return;
        expect(doneOf(found)).toMatchObject({ status: 'open', isDead: false, captures: [] });
      });

      it.each(['reset_after', 'error_500_after'] as const)('a charge is found after %s', async (fault) => {
        const order = await bench.charge();
        const before = await subject.net(bench.account);
        await subject.spoil(bench.account, fault, 'take');
        expect(await bench.take(order)).toMatchObject({ kind: 'unknown' });
        const sent = writes();
        const found = doneOf(await find(order, 'charge'));
        if (found === null) throw new Error('The charge was not found');
        const paid = await bench.until(found.objectId, 'succeeded');
        expect(paid.captures).toHaveLength(1);
        expect(writes()).toBe(sent);
        expect(await subject.net(bench.account)).toBe(before + Number(order.amountCents));
      });

      // With two steps, the object is known before money is taken.
      const inOneStep = subject.collector(new SystemClock()).confirmCharge === null ? it : it.skip;
      inOneStep('a charge that never arrived is unknown at first, and then certainly absent', async () => {
        const order = await bench.charge();
        await subject.spoil(bench.account, 'reset', 'take');
        expect(await bench.take(order)).toMatchObject({ kind: 'unknown' });
        expect(await find(order, 'charge')).toMatchObject({ kind: 'unknown' });
        expect(await find(order, 'charge', LONG_AGO)).toEqual({ kind: 'done', value: null });
      });

      it('a rate limit has no effect, an error of the server an unknown one', async () => {
        await subject.spoil(bench.account, 'rate_limit', 'link');
        expect(await bench.createLink(bench.link())).toMatchObject({ kind: 'unavailable' });
        await subject.spoil(bench.account, 'error_500', 'link');
        expect(await bench.createLink(bench.link())).toMatchObject({ kind: 'unknown' });
      });

      it('a read of what does not exist is rejected, and one that fails is not', async () => {
        const { objectId } = doneOf(await bench.createLink(bench.link()));
        const strange = `${objectId.slice(0, -4)}0000`;
        const missing = await bench.collector.read(bench.http, bench.account, strange);
        expect(missing).toMatchObject({ kind: 'rejected', isAboutCredentials: false });
        await subject.down(bench.account);
        const result = await bench.collector.read(bench.http, bench.account, objectId);
        expect(result).toMatchObject({ kind: 'unavailable' });
        await subject.up();
      });
    });

    describe('refunds', () => {
      const give = (order: RefundOrder) => bench.collector.refund(bench.http, bench.account, order);

      it('a part goes back, and the rest; more than is left is refused', async () => {
        const { state, capture } = await bench.paidLink();
        doneOf(await give(bench.refund(capture, 2000n)));
        expect(await subject.net(bench.account)).toBe(3000);
        expect((await bench.read(state.objectId)).captures).toMatchObject([{ refundedCents: 2000n }]);
        expect(await give(bench.refund(capture, 3001n))).toMatchObject({ kind: 'rejected' });
        doneOf(await give(bench.refund(capture, 3000n)));
        expect(await subject.net(bench.account)).toBe(0);
      });

      it('a lost answer is found, and the money went back once', async () => {
        const { capture } = await bench.paidLink();
        const order = bench.refund(capture, 2000n);
        await subject.spoil(bench.account, 'reset_after', 'refund');
        expect(await give(order)).toMatchObject({ kind: 'unknown' });
        const found = doneOf(await bench.collector.findRefund(bench.http, bench.account, order));
        expect(found?.providerRefundId).toMatch(/\w/);
        if (subject.hasIdempotentRefunds) {
          expect(doneOf(await give(order)).providerRefundId).toBe(found?.providerRefundId);
        }
        expect(await subject.net(bench.account)).toBe(3000);
      });

      it('a refund that never arrived is unknown at first, and then certainly absent', async () => {
        const { capture } = await bench.paidLink();
        const order = bench.refund(capture, 2000n);
        await subject.spoil(bench.account, 'reset', 'refund');
        expect(await give(order)).toMatchObject({ kind: 'unknown' });
        const findRefund = (requestedAt: Date) =>
          bench.collector.findRefund(bench.http, bench.account, { ...order, requestedAt });
        expect(await findRefund(order.requestedAt)).toMatchObject({ kind: 'unknown' });
        expect(await findRefund(LONG_AGO)).toEqual({ kind: 'done', value: null });
      });
    });

    const whereSaved = subject.canSetUp ? it : it.skip;
    whereSaved(
      'a method is saved on a page, listed, and deleted; deleting it again is no error',
      async () => {
        const open = doneOf(await bench.collector.createSetup(bench.http, bench.account, bench.setup()));
        expect(open).toMatchObject({ status: 'open', method: null });
        await subject.pay(open.url ?? '');
        const { providerCustomerId, method, status } = doneOf(
          await bench.collector.readSetup(bench.http, bench.account, open.setupObjectId),
        );
        expect(status).toBe('succeeded');
        const customer = providerCustomerId ?? '';
        const list = async () =>
          doneOf(await bench.collector.listMethods(bench.http, bench.account, customer));
        expect(await list()).toEqual([method]);
        for (let n = 0; n < 2; n++) {
          const id = method?.providerMethodId ?? '';
          doneOf(await bench.collector.deleteMethod(bench.http, bench.account, customer, id));
        }
        expect(await list()).toEqual([]);
      },
    );

    it('every capture is listed with its collection, page by page', async () => {
      const since = new Date(Date.now() - 60_000);
      const paid = [await bench.paidLink(1000n), await bench.paidLink(2000n), await bench.paidLink(3000n)];
      const captures: Capture[] = [];
      let page: string | null = null;
      do {
        const got: CapturePage = doneOf(
          await bench.collector.listCaptures(bench.http, bench.account, since, page),
        );
        captures.push(...got.captures);
        page = got.next;
      } while (page !== null);
      const byCollection = new Map(captures.map((it) => [it.collectionId, it]));
      for (const { order } of paid) {
        const capture = byCollection.get(order.collectionId);
        expect(capture?.amountCents).toBe(order.amountCents);
        // Without it, money is only shown after a restore.
        expect([order.target, undefined]).toContainEqual(capture?.target);
      }
    });
  });
}
