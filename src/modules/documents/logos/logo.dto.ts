import { ValidationFailedError } from '../../../platform/errors/app-error';
import { AnswerField, TextField } from '../../../platform/http/fields';
import type { DocumentLogoEntity } from '../document.entity';
import { LogoProblem, MAX_LOGO_BYTES, readLogo, type LogoImage } from './logo.rules';

/** Base64 is longer than its bytes by a third. */
const MAX_BASE64 = Math.ceil(MAX_LOGO_BYTES / 3) * 4;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A PNG of one pixel. */
export const EXAMPLE_LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export class SetLogoDto {
  @TextField({
    description:
      'The image in base64: PNG or JPEG, at most 256 KB, at most 2048 pixels wide and high and 1,048,576 in all',
    example: EXAMPLE_LOGO,
    max: MAX_BASE64,
  })
  content!: string;
}

/** The logo, with nothing but null if there is none. */
export class LogoDto {
  @AnswerField({
    description: 'What the image is, by its bytes',
    type: String,
    enum: ['image/png', 'image/jpeg'],
    nullable: true,
    example: 'image/png',
  })
  content_type!: string | null;

  @AnswerField({ description: 'The image in base64', type: String, nullable: true, example: EXAMPLE_LOGO })
  content!: string | null;

  @AnswerField({
    description: 'When it was set',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-01T09:30:00.000Z',
  })
  set_at!: string | null;
}

/** @throws ValidationFailedError naming `content`. */
export function toLogoImage({ content }: SetLogoDto): LogoImage {
  if (!BASE64.test(content)) throw refused('invalid_format', 'must be base64');
  try {
    return readLogo(Buffer.from(content, 'base64'));
  } catch (error) {
    if (error instanceof LogoProblem) throw refused('invalid_image', error.message);
    throw error;
  }
}

/** Returns the error for a logo. @param problem the end of a sentence */
export const refused = (code: string, problem: string): ValidationFailedError =>
  ValidationFailedError.of('content', code, `content ${problem}.`);

export function toLogoResponse(logo: DocumentLogoEntity | null): LogoDto {
  if (logo === null) return { content_type: null, content: null, set_at: null };
  return {
    content_type: logo.contentType,
    content: logo.content.toString('base64'),
    set_at: logo.createdAt.toISOString(),
  };
}
