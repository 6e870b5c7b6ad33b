import { Module } from '@nestjs/common';
import { TAX_CALCULATOR } from '../../../src/modules/invoices';
import { extend } from '../../../src/platform/extensions';
import { FlatLevy } from './flat-levy.calculator';

@Module({ providers: [FlatLevy, extend(TAX_CALCULATOR, FlatLevy)] })
export class FlatLevyModule {}
