import { Module } from '@nestjs/common';
import { INVOICE_NUMBERING } from '../../../src/modules/invoices';
import { extend } from '../../../src/platform/extensions';
import { PlainNumbers } from './plain-numbers.numbering';

@Module({ providers: [PlainNumbers, extend(INVOICE_NUMBERING, PlainNumbers)] })
export class PlainNumbersModule {}
