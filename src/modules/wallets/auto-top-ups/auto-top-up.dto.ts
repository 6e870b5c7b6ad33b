import { plainDecimal } from '../../../platform/domain/decimal-string';
import { AnswerField, DecimalField, IntegerField } from '../../../platform/http/fields';
import { CREDITS } from '../credits-field';
import type { AutoTopUp } from './auto-top-up.rules';

const FIELDS = {
  below: { description: 'Credits; a balance below them begins a top-up', example: '10' },
  credits: { description: 'Credits that a top-up buys', example: '50' },
  max_per_month: { description: 'Most top-ups of a calendar month', example: 3 },
};

/** When a wallet buys credits by itself, as requests give it. */
export class AutoTopUpInputDto {
  @DecimalField({ ...FIELDS.below, ...CREDITS }) below!: string;
  @DecimalField({ ...FIELDS.credits, ...CREDITS }) credits!: string;
  @IntegerField({ ...FIELDS.max_per_month, min: 1, max: 100 }) max_per_month!: number;
}

/** When a wallet buys credits by itself, as responses show it. */
export class AutoTopUpDto {
  @AnswerField({ ...FIELDS.below, type: String }) below!: string;
  @AnswerField({ ...FIELDS.credits, type: String }) credits!: string;
  @AnswerField({ ...FIELDS.max_per_month, type: 'integer' }) max_per_month!: number;
}

export function toAutoTopUp(body: AutoTopUpInputDto): AutoTopUp {
  const { below, credits, max_per_month: maxPerMonth } = body;
  return { below: plainDecimal(below), credits: plainDecimal(credits), maxPerMonth };
}

export function toAutoTopUpResponse(rule: AutoTopUp | null): AutoTopUpDto | null {
  return rule && { below: rule.below, credits: rule.credits, max_per_month: rule.maxPerMonth };
}
