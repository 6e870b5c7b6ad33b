import { AnswerField } from '../http/fields';

/** Documents the fields that all delivery bodies have. The entity itself is in a field named after its type. */
export class EventEnvelopeDto {
  @AnswerField({
    description: 'ID of the event; the same for all endpoints',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  id!: string;

  @AnswerField({ description: 'Event kind', type: String, example: 'customer.created' })
  webhook_type!: string;

  @AnswerField({
    description: 'Type of the entity; also the name of the field that contains it',
    type: String,
    example: 'customer',
  })
  object_type!: string;

  @AnswerField({
    description: 'ID of the entity',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  object_id!: string;

  @AnswerField({
    description: 'ID of the organization',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c',
  })
  organization_id!: string;

  @AnswerField({
    description: 'When the event happened',
    type: String,
    format: 'date-time',
    example: '2026-01-31T12:00:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'Sequence number of the event within its entity; starts at 1 and has no gaps',
    type: 'integer',
    example: 1,
  })
  sequence!: number;

  @AnswerField({
    description: 'True in a sample, which is about a made-up object; absent otherwise',
    type: Boolean,
    required: false,
    example: true,
  })
  sample?: boolean;

  @AnswerField({
    description: 'For updates, the fields that changed',
    type: [String],
    required: false,
    example: ['email'],
  })
  changed?: string[];
}
