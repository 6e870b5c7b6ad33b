import { Inject, Module } from '@nestjs/common';
import { INVOICE_LINE_SOURCES, InvoicesModule, type InvoiceLineSources } from '../../../src/modules/invoices';
import { SupportHourLines } from './support-hours.lines';

@Module({ imports: [InvoicesModule], providers: [SupportHourLines] })
export class SupportHoursModule {
  constructor(@Inject(INVOICE_LINE_SOURCES) sources: InvoiceLineSources, lines: SupportHourLines) {
    sources.register(lines);
  }
}
