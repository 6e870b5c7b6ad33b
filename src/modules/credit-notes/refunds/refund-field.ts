import { EnumField } from '../../../platform/http/fields';

const REFUND = { example: 'provider', values: ['provider'], optional: true } as const;

/** Field of a new note: whether its refund is ordered with it. */
export const RefundField = (): PropertyDecorator =>
  EnumField({
    ...REFUND,
    description: '`provider`: orders the refund through them. With `finalize`; needs `refunds:write`',
  });

export class FinalizeCreditNoteDto {
  @EnumField({ ...REFUND, description: 'Orders the refund through the providers that took the money' })
  refund?: 'provider';
}
