import { Module } from '@nestjs/common';
import { INVOICE_LINES } from '../../../src/modules/invoices';
import { extend } from '../../../src/platform/extensions';
import { SupportHourLines } from './support-hours.lines';

@Module({ providers: [SupportHourLines, extend(INVOICE_LINES, SupportHourLines)] })
export class SupportHoursModule {}
