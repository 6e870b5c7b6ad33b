import { AnswerField, IntegerField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds for which a link works if the request does not say. */
export const DEFAULT_EXPIRES_IN = HOUR;

export class CreatePortalLinkDto {
  @IntegerField({
    description: 'Seconds until the link expires: a minute to 7 days',
    example: HOUR,
    optional: true,
    default: DEFAULT_EXPIRES_IN,
    min: MINUTE,
    max: 7 * 24 * HOUR,
  })
  expires_in?: number;
}

export class PortalLinkDto {
  @AnswerField({
    description: 'The link, which is shown only now',
    type: String,
    example:
      'https://billing.example.com/portal/links/AZmjxFt-egKzxG2OnwobLAkFKn0vKk1uFyT3mH4c7uWZ0lq2b8XwqYp9eT5sN1rD',
  })
  url!: string;

  @AnswerField({
    description: 'When it expires',
    type: String,
    format: 'date-time',
    example: '2026-01-01T10:30:00.000Z',
  })
  expires_at!: string;
}

/** Which page of a list the portal shows. */
export class PortalPageDto extends pageQuery(['created_at']) {
  override limit = 20;
}
