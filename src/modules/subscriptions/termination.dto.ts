import { EnumField } from '../../platform/http/fields';
import {
  TERMINATION_ACTIONS,
  TERMINATION_CREDIT_NOTES,
  type OnTerminationAction,
  type OnTerminationCreditNote,
} from './subscription.rules';

export class TerminateSubscriptionDto {
  @EnumField({
    description: 'Overrides `on_termination_action` of the subscription',
    example: 'skip',
    values: TERMINATION_ACTIONS,
    optional: true,
  })
  on_termination_action?: OnTerminationAction;

  @EnumField({
    description:
      'How the unused part of a fee in advance is returned. `offset` lowers what is due on the invoice of the fee, and ' +
      'only the rest becomes credit; `refund` returns what was paid, and the rest is an offset; `credit` makes all of it ' +
      'credit; `skip` returns nothing',
    example: 'refund',
    values: TERMINATION_CREDIT_NOTES,
    optional: true,
    default: 'offset',
  })
  on_termination_credit_note?: OnTerminationCreditNote;
}
