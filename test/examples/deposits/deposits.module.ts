import { Module } from '@nestjs/common';
import { PAYMENT_TARGETS } from '../../../src/modules/payments';
import { extend } from '../../../src/platform/extensions';
import { DepositTarget } from './deposit.target';

@Module({ providers: [DepositTarget, extend(PAYMENT_TARGETS, DepositTarget)] })
export class DepositsModule {}
