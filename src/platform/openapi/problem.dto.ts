import { ERROR_CODES } from '../errors/app-error';
import { AnswerField } from '../http/fields';

export class FieldErrorDto {
  @AnswerField({ description: 'Dotted path of the field', type: String, example: 'url' })
  field!: string;

  @AnswerField({ description: 'Stable error code, snake_case', type: String, example: 'too_long' })
  code!: string;

  @AnswerField({
    description: 'What is wrong with the field',
    type: String,
    example: 'url must be at most 2048 characters long.',
  })
  message!: string;
}

export class ProblemDto {
  @AnswerField({
    description: 'URN of the error code',
    type: String,
    example: 'urn:billing:error:validation_failed',
  })
  type!: string;

  @AnswerField({ description: 'Name of the HTTP status', type: String, example: 'Unprocessable entity' })
  title!: string;

  @AnswerField({ description: 'HTTP status', type: 'integer', example: 422 })
  status!: number;

  @AnswerField({
    description: 'What is wrong, in one or more sentences',
    type: String,
    example: 'url must be at most 2048 characters long.',
  })
  detail!: string;

  @AnswerField({
    description: 'Stable error code',
    type: String,
    enum: Object.keys(ERROR_CODES),
    example: 'validation_failed',
  })
  code!: string;

  @AnswerField({
    description: 'ID of the request; include it when you report the problem',
    type: String,
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  request_id!: string;

  @AnswerField({
    description: 'With 422: the errors by field',
    type: [FieldErrorDto],
    required: false,
  })
  errors?: FieldErrorDto[];
}
