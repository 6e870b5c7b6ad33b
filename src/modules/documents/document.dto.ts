import { AnswerField, EnumField, IntegerField } from '../../platform/http/fields';
import type { DocumentLink } from './document-links';
import type { DocumentView } from './document-source';

const DAY_SECONDS = 24 * 60 * 60;
/** How long a link is valid by default, in seconds. */
export const DEFAULT_LINK_SECONDS = 30 * DAY_SECONDS;

export class DocumentQueryDto {
  @EnumField({
    description:
      '`current` draws the document again, with what was paid since and the stamp PAID or VOID. By default, a final ' +
      'document is returned as it became final',
    example: 'current',
    optional: true,
    values: ['current'],
  })
  stamp?: 'current';
}

export function toDocumentView({ stamp }: DocumentQueryDto): DocumentView {
  return stamp === 'current' ? 'current' : 'final';
}

export class CreateDocumentLinkDto {
  @IntegerField({
    description: 'Seconds until the link expires: from a minute to a year',
    example: DEFAULT_LINK_SECONDS,
    optional: true,
    default: DEFAULT_LINK_SECONDS,
    min: 60,
    max: 365 * DAY_SECONDS,
  })
  expires_in?: number;
}

export class DocumentLinkDto {
  @AnswerField({
    description: 'Address of the document, which needs no API key. Add `.pdf` for the PDF',
    type: String,
    format: 'uri',
    example: 'https://billing.example.com/documents/v1.5Qm7f0yTq1',
  })
  url!: string;

  @AnswerField({
    description: 'When the link expires',
    type: String,
    format: 'date-time',
    example: '2026-03-03T00:00:04.000Z',
  })
  expires_at!: string;
}

export function toDocumentLinkResponse({ url, expiresAt }: DocumentLink): DocumentLinkDto {
  return { url, expires_at: expiresAt.toISOString() };
}
