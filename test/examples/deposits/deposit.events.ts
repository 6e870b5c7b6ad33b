import { defineEvent } from '../../../src/platform/outbox/event-catalogue';
import { DepositDto } from './deposit.dto';

export const DepositPaid = defineEvent({
  kind: 'deposit.paid',
  objectType: 'deposit',
  trigger: 'A deposit is fully paid',
  payload: DepositDto,
});
