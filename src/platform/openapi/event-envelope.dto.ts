import { AnswerField } from '../http/fields';
import { EVENT_KIND, EVENT_OBJECT_TYPE } from './event-fields';

/** Documents the fields of every delivery body; the object is in a field named by its type. */
export class EventEnvelopeDto {
  @AnswerField({
    description: 'Id of the event, the same for all endpoints',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  id!: string;

  @AnswerField({ ...EVENT_KIND, description: 'Kind of the event' })
  webhook_type!: string;

  @AnswerField({
    ...EVENT_OBJECT_TYPE,
    description: 'Type of the object, which is also the name of its field',
  })
  object_type!: string;

  @AnswerField({
    description: 'Id of the object',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  object_id!: string;

  @AnswerField({
    description: 'Id of the organization',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c',
  })
  organization_id!: string;

  @AnswerField({
    description: 'Time of the event',
    type: String,
    format: 'date-time',
    example: '2026-01-31T12:00:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'Number of this event among the events of the object, from 1 without gaps',
    type: 'integer',
    example: 1,
  })
  sequence!: number;

  @AnswerField({
    description: 'Fields that changed, for updates',
    type: [String],
    required: false,
    example: ['email'],
  })
  changed?: string[];

  @AnswerField({
    description: 'Present, and true, in samples: nothing has happened',
    type: Boolean,
    required: false,
    example: true,
  })
  sample?: boolean;
}
