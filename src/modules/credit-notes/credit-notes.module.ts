import { Module } from '@nestjs/common';
import { InvoicesModule } from '../invoices';
import { UnusedFeeCredits } from './unused-fee-credits';

@Module({
  imports: [InvoicesModule],
  providers: [UnusedFeeCredits],
  exports: [UnusedFeeCredits],
})
export class CreditNotesModule {}
