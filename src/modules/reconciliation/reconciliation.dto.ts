import { AnswerField } from '../../platform/http/fields';
import type { CheckResult } from './reconciliation.service';

export class MismatchDto {
  @AnswerField({ description: 'Kind of record', type: String, example: 'wallet' }) object_type!: string;
  @AnswerField({
    description: 'ID of the record',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d',
  })
  object_id!: string;

  @AnswerField({
    description: 'Expected value, computed from the parts of the record',
    type: String,
    example: '4000',
  })
  expected!: string;
  @AnswerField({ description: 'Value stored in the record', type: String, example: '4100' }) actual!: string;
}

export class ReconciliationCheckDto {
  @AnswerField({ description: 'Name of the check', type: String, example: 'wallet_balances' }) name!: string;
  @AnswerField({
    description: 'Rule that the check verifies',
    type: String,
    example: 'The balance of a wallet equals the sum of its transactions.',
  })
  description!: string;

  @AnswerField({ description: 'Whether the check found no mismatches', type: Boolean, example: true })
  agrees!: boolean;
  @AnswerField({ description: 'Records that violate the rule; at most 1000', type: [MismatchDto] })
  mismatches!: MismatchDto[];
}

export class ReconciliationDto {
  @AnswerField({
    description: 'When the checks were run',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  checked_at!: string;

  @AnswerField({ description: 'Whether every check passed', type: Boolean, example: true })
  agrees!: boolean;
  @AnswerField({ description: 'Result of each check', type: [ReconciliationCheckDto] })
  checks!: ReconciliationCheckDto[];
}

export function toReconciliationResponse(
  checkedAt: Date,
  results: readonly CheckResult[],
): ReconciliationDto {
  const checks = results.map(({ check, mismatches }) => ({
    name: check.name,
    description: check.description,
    agrees: mismatches.length === 0,
    mismatches: mismatches.map((it) => ({
      object_type: it.objectType,
      object_id: it.objectId,
      expected: it.expected,
      actual: it.actual,
    })),
  }));
  return { checked_at: checkedAt.toISOString(), agrees: checks.every((it) => it.agrees), checks };
}
