import { AnswerField, IntegerField } from '../../../platform/http/fields';
import type { DocumentLink } from './document-links';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export class CreateDocumentLinkDto {
  @IntegerField({
    description: 'Seconds until the link expires: a minute to 366 days',
    example: 7 * DAY,
    optional: true,
    default: 30 * DAY,
    min: MINUTE,
    max: 366 * DAY,
  })
  expires_in?: number;
}

/** Seconds for which a link works if the request does not say. */
export const DEFAULT_EXPIRES_IN = 30 * DAY;

export class DocumentLinkDto {
  @AnswerField({
    description:
      'The link, which is shown only now: HTML; with `/document.pdf` behind it, PDF. A path if the service has no PUBLIC_URL in production',
    type: String,
    example:
      'https://billing.example.com/v1/documents/AZmjxFt-egKzxG2OnwobLAkFKn0vKk1uFyT3mH4c7uWZ0lq2b8XwqYp9eT5sN1rD',
  })
  url!: string;

  @AnswerField({
    description: 'When it expires',
    type: String,
    format: 'date-time',
    example: '2026-01-08T09:30:00.000Z',
  })
  expires_at!: string;
}

export const toDocumentLinkResponse = ({ url, expiresAt }: DocumentLink): DocumentLinkDto => ({
  url,
  expires_at: expiresAt.toISOString(),
});
