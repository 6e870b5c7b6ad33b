import { AnswerField, DateTimeField } from '../http/fields';
import type { CausedEvent, Passage, RunningMove } from './test-clock.service';

export class MoveTestClockDto {
  @DateTimeField({
    description: 'The instant to advance to, at most in 2099',
    example: '2026-02-01T00:00:00.000Z',
  })
  now!: Date;
}

export class CausedEventDto {
  @AnswerField({
    description: 'Id of the event',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  id!: string;

  @AnswerField({ description: 'Kind of the event', type: String, example: 'customer.updated' })
  webhook_type!: string;

  @AnswerField({ description: 'Kind of the object', type: String, example: 'customer' })
  object_type!: string;

  @AnswerField({
    description: 'Id of the object',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  object_id!: string;

  @AnswerField({
    description: 'When it happened',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  created_at!: string;
}

export class PostponedWorkDto {
  @AnswerField({ description: 'The job that failed', type: String, example: 'invoices' })
  job!: string;

  @AnswerField({
    description: 'The row that failed; null when the job failed as a whole, which the log explains',
    type: String,
    format: 'uuid',
    nullable: true,
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  object_id!: string | null;

  @AnswerField({
    description: 'Why it failed',
    type: String,
    nullable: true,
    example: 'The tax service is not reachable.',
  })
  error!: string | null;

  @AnswerField({
    description: 'When it is retried',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-02-01T00:01:00.000Z',
  })
  retry_at!: string | null;
}

class TestClockTimeDto {
  @AnswerField({
    description: 'Current time of the service',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  now!: string;
}

export class TestClockMoveDto {
  @AnswerField({
    description: 'Time at which the move began',
    type: String,
    format: 'date-time',
    example: '2026-01-01T00:00:00.000Z',
  })
  from!: string;

  @AnswerField({
    description: 'Time at which it will end',
    type: String,
    format: 'date-time',
    example: '2027-01-01T00:00:00.000Z',
  })
  to!: string;
}

export class TestClockDto extends TestClockTimeDto {
  @AnswerField({
    description: 'The running move; absent when there is none',
    type: TestClockMoveDto,
    required: false,
  })
  move?: TestClockMoveDto;
}

export class MovedTestClockDto extends TestClockTimeDto {
  @AnswerField({
    description: 'Events of your organization that the move caused, oldest first',
    type: [CausedEventDto],
  })
  events!: CausedEventDto[];

  @AnswerField({
    description: 'Due work of your organization that failed and is retried later; absent when there is none',
    type: [PostponedWorkDto],
    required: false,
  })
  postponed?: PostponedWorkDto[];

  @AnswerField({
    description: 'True when the move was stopped on the way, at `now`; absent otherwise',
    type: Boolean,
    required: false,
    example: true,
  })
  stopped?: true;
}

/** Returns the response to reading the clock. */
export function toTestClock(now: Date, move: RunningMove | null): TestClockDto {
  const clock = { now: now.toISOString() };
  if (move === null) return clock;
  return { ...clock, move: { from: move.from.toISOString(), to: move.to.toISOString() } };
}

/** Returns the response to a move of the clock. */
export function toMovedTestClock(now: Date, { events, postponed, stopped }: Passage): MovedTestClockDto {
  const end = stopped ? ({ stopped: true } as const) : {};
  const moved = { now: now.toISOString(), events: events.map(toCausedEvent), ...end };
  if (postponed.length === 0) return moved;
  return {
    ...moved,
    postponed: postponed.map((it) => ({
      job: it.job,
      object_id: it.objectId,
      error: it.error,
      retry_at: it.retryAt?.toISOString() ?? null,
    })),
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
