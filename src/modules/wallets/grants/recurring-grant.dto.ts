import { plainDecimal } from '../../../platform/domain/decimal-string';
import { AnswerField, DateTimeField, DecimalField, EnumField, IdField } from '../../../platform/http/fields';
import { CREDITS } from '../credits-field';
import {
  GRANT_INTERVALS,
  type GrantInput,
  type GrantInterval,
  type RecurringGrant,
} from './recurring-grant.rules';

/** Grants that a wallet may have. */
export const MAX_GRANTS = 5;

const MAYBE = { optional: true, nullable: true } as const;
const INSTANT = { type: String, format: 'date-time', nullable: true } as const;
const FIELDS = {
  interval: { description: 'Length of a period', example: 'monthly' },
  credits: { description: 'Free credits of a period', example: '10' },
  target_credits: { description: 'Instead of `credits`: the balance to fill up to', example: null },
  starts_at: {
    description: 'When the first period begins; by default at once',
    example: '2036-01-01T00:00:00Z',
  },
  ends_at: { description: 'No period begins then or later', example: null },
};

export class RecurringGrantInputDto {
  @EnumField({ ...FIELDS.interval, values: GRANT_INTERVALS }) interval!: GrantInterval;
  @DecimalField({ ...FIELDS.credits, ...CREDITS, ...MAYBE }) credits?: string | null;
  @DecimalField({ ...FIELDS.target_credits, ...CREDITS, ...MAYBE }) target_credits?: string | null;
  @DateTimeField({ ...FIELDS.starts_at, ...MAYBE }) starts_at?: Date | null;
  @DateTimeField({ ...FIELDS.ends_at, ...MAYBE }) ends_at?: Date | null;
}

export class RecurringGrantDto {
  @IdField('recurring grant', '0199a3c4-5b7e-7e99-8a11-2c3d4e5f6a7b') id!: string;
  @AnswerField({ ...FIELDS.interval, type: String, enum: [...GRANT_INTERVALS] }) interval!: string;
  @AnswerField({ ...FIELDS.credits, type: String, nullable: true }) credits!: string | null;
  @AnswerField({ ...FIELDS.target_credits, type: String, nullable: true }) target_credits!: string | null;
  @AnswerField({ ...FIELDS.starts_at, type: String, format: 'date-time' }) starts_at!: string;
  @AnswerField({ ...FIELDS.ends_at, ...INSTANT }) ends_at!: string | null;
  @AnswerField({ ...INSTANT, description: 'When the next period begins', example: '2036-02-01T00:00:00Z' })
  next_at!: string | null;
}

export function toGrantInput(body: RecurringGrantInputDto): GrantInput {
  const { interval, credits, target_credits: target, starts_at: startsAt, ends_at: endsAt } = body;
  return {
    interval,
    credits: credits ? plainDecimal(credits) : null,
    targetCredits: target ? plainDecimal(target) : null,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  };
}

export function toGrantResponse(grant: RecurringGrant): RecurringGrantDto {
  return {
    id: grant.id,
    interval: grant.interval,
    credits: grant.credits,
    target_credits: grant.targetCredits,
    starts_at: grant.startsAt,
    ends_at: grant.endsAt,
    next_at: grant.nextAt,
  };
}
