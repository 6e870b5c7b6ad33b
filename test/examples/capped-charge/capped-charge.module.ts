import { Module } from '@nestjs/common';
import { CHARGE_MODELS } from '../../../src/modules/plans';
import { extend } from '../../../src/platform/extensions';
import { CappedCharge } from './capped.charge';

@Module({ providers: [CappedCharge, extend(CHARGE_MODELS, CappedCharge)] })
export class CappedChargeModule {}
