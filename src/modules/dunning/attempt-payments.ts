import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { PaymentRequest } from './payment-request.dto';

/** The payments that attempts make. */
@Injectable()
export class AttemptPayments {
  /** Makes a pending payment for what is still due; answers its id. */
  make(_tx: Transaction, _request: PaymentRequest): Promise<string> {
    throw new Error('not built yet');
  }
}
