import { AnswerField } from '../../platform/http/fields';
import type { Period } from './periods';

export class SubscriptionPeriodDto {
  @AnswerField({
    description: 'Start of the period, inclusive',
    type: String,
    format: 'date-time',
    example: '2026-01-01T00:00:00.000Z',
  })
  from!: string;

  @AnswerField({
    description: 'End of the period, exclusive',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  to!: string;
}

export function toPeriodResponse({ from, to }: Period): SubscriptionPeriodDto {
  return { from: from.toISOString(), to: to.toISOString() };
}
