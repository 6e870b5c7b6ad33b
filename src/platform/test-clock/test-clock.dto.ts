import { AnswerField, DateTimeField } from '../http/fields';
import type { CausedEvent } from './test-clock.service';

export class MoveTestClockDto {
  @DateTimeField({ description: 'Instant to advance the clock to', example: '2026-02-01T00:00:00.000Z' })
  now!: Date;
}

export class CausedEventDto {
  @AnswerField({
    description: 'ID of the event',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  id!: string;

  @AnswerField({ description: 'Event kind', type: String, example: 'customer.updated' })
  webhook_type!: string;

  @AnswerField({ description: 'Type of the entity', type: String, example: 'customer' })
  object_type!: string;

  @AnswerField({
    description: 'ID of the entity',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  object_id!: string;

  @AnswerField({
    description: 'When the event happened',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  created_at!: string;
}

export class TestClockDto {
  @AnswerField({
    description: 'Current time of the service',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  now!: string;
}

export class MovedTestClockDto extends TestClockDto {
  @AnswerField({
    description: 'Events of your organization that advancing the clock caused, in order',
    type: [CausedEventDto],
  })
  events!: CausedEventDto[];
}

export function toCausedEvent(event: CausedEvent): CausedEventDto {
  return {
    id: event.id,
    webhook_type: event.kind,
    object_type: event.objectType,
    object_id: event.objectId,
    created_at: event.createdAt.toISOString(),
  };
}
