import { AnswerField, DateTimeField } from '../http/fields';
import type { FailedWork } from '../jobs/due-work';
import type { CausedEvent, Move, ClockState } from './test-clock.service';

export class MoveTestClockDto {
  @DateTimeField({
    description: 'Instant to advance the clock to, at most 2099-12-31T23:59:59.999Z',
    example: '2026-02-01T00:00:00.000Z',
  })
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

export class PassedOverDto {
  @AnswerField({ description: 'Type of the record', type: String, example: 'subscription' })
  object_type!: string;

  @AnswerField({
    description: 'ID of the record',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20',
  })
  object_id!: string;

  @AnswerField({
    description: 'Code of the failure, as in `billing_error`',
    type: String,
    example: 'amount_out_of_range',
  })
  code!: string;

  @AnswerField({
    description: 'Why the work fails',
    type: String,
    example: 'An amount of the invoice is greater than 2^53-1.',
  })
  message!: string;

  @AnswerField({
    description: 'When the work is retried',
    type: String,
    format: 'date-time',
    example: '2026-02-02T00:00:00.000Z',
  })
  next_retry_at!: string;
}

class ClockTimeDto {
  @AnswerField({
    description: 'Current time of the service',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  now!: string;
}

export class RunningMoveDto {
  @AnswerField({
    description: 'Time of the clock when the move began',
    type: String,
    format: 'date-time',
    example: '2026-01-01T00:00:00.000Z',
  })
  from!: string;

  @AnswerField({
    description: 'Time of the clock at the end of the move',
    type: String,
    format: 'date-time',
    example: '2027-01-01T00:00:00.000Z',
  })
  to!: string;
}

export class TestClockDto extends ClockTimeDto {
  @AnswerField({
    description: 'The running move; absent if there is none',
    type: RunningMoveDto,
    required: false,
  })
  move?: RunningMoveDto;
}

export class MovedTestClockDto extends ClockTimeDto {
  @AnswerField({
    description: 'Events of your organization that advancing the clock caused, in order',
    type: [CausedEventDto],
  })
  events!: CausedEventDto[];

  @AnswerField({
    description:
      'Records of your organization whose due work fails and is retried later, such as subscriptions with a ' +
      '`billing_error`; at most 100 of each type',
    type: [PassedOverDto],
  })
  passed_over!: PassedOverDto[];

  @AnswerField({
    description: '`true` if the move was stopped at `now`, before its end; absent otherwise',
    type: Boolean,
    required: false,
    example: true,
  })
  stopped?: true;
}

export function toTestClockResponse({ now, move }: ClockState): TestClockDto {
  return {
    now: now.toISOString(),
    ...(move === null ? {} : { move: { from: move.from.toISOString(), to: move.to.toISOString() } }),
  };
}

export function toMovedTestClockResponse(
  now: Date,
  { events, passedOver, isStopped }: Move,
): MovedTestClockDto {
  return {
    now: now.toISOString(),
    events: events.map(toCausedEvent),
    passed_over: passedOver.map(toPassedOver),
    ...(isStopped ? { stopped: true } : {}),
  };
}

function toCausedEvent(event: CausedEvent): CausedEventDto {
  return {
    id: event.id,
    webhook_type: event.kind,
    object_type: event.objectType,
    object_id: event.objectId,
    created_at: event.createdAt.toISOString(),
  };
}

function toPassedOver(work: FailedWork): PassedOverDto {
  return {
    object_type: work.objectType,
    object_id: work.objectId,
    code: work.code,
    message: work.message,
    next_retry_at: work.nextRetryAt.toISOString(),
  };
}
