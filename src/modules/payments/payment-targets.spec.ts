import { Global, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { CONFIG } from '../../platform/config/config';
import { CLOCK } from '../../platform/domain/clock';
import { extend } from '../../platform/extensions';
import { ExtensionsModule } from '../../platform/extensions/extensions.module';
import { Outbox } from '../../platform/outbox/outbox';
import { OutboxRepository } from '../../platform/outbox/outbox.repository';
import { PAYMENT_TARGETS, type PayableTarget, type PaymentTarget, type TargetEvents } from './payment-target';
import { PaymentTargets } from './payment-targets';

const nothing = (): Promise<TargetEvents> => Promise.resolve({ before: [], after: [] });

class Deposits implements PaymentTarget {
  readonly kind: string = 'deposit';
  lock = (): Promise<PayableTarget> => Promise.reject(new Error('not called'));
  apply = nothing;
  fail = nothing;
  reopen = nothing;
}
class OtherDeposits extends Deposits {}
class Spaced extends Deposits {
  override readonly kind = 'security deposit';
}

async function targetsOf(...classes: Type<PaymentTarget>[]): Promise<PaymentTargets> {
  @Global()
  @Module({ providers: [{ provide: CONFIG, useValue: { extensionTimeoutMs: 50 } }], exports: [CONFIG] })
  class ConfigModule {}
  const registered = classes.flatMap((it) => [it, extend(PAYMENT_TARGETS, it)]);
  const clock = { provide: CLOCK, useValue: { now: () => new Date(0) } };
  const app = await Test.createTestingModule({
    imports: [ConfigModule, ExtensionsModule],
    providers: [PaymentTargets, Outbox, OutboxRepository, clock, ...registered],
  }).compile();
  await app.init();
  return app.get(PaymentTargets);
}

describe('PaymentTargets', () => {
  it('refuses at start-up a kind that two targets have, and one that is not in snake_case', async () => {
    await expect(targetsOf(Deposits, OtherDeposits)).rejects.toThrow(
      'Two payment targets have the kind "deposit"; remove one',
    );
    await expect(targetsOf(Spaced)).rejects.toThrow('"security deposit" is not a valid kind');
  });

  it('an unknown kind is refused with the kinds of further modules, or with the fields that remain', async () => {
    const [some, none] = [await targetsOf(Deposits), await targetsOf()];
    expect(() => some.assertKnown('other')).toThrow('target_kind must be one of: deposit.');
    expect(() => none.assertKnown('other')).toThrow('send invoice_id or payment_request_id');
  });
});
