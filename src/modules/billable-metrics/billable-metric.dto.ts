import { BooleanField, AnswerField, EnumField, IntegerField, TextField } from '../../platform/http/fields';
import { NO_UNIT, UnitCodeField } from '../../platform/locales';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { versioned } from '../../platform/http/versions';
import type { BillableMetricEntity } from './billable-metric.entity';
import {
  AGGREGATION_TYPES,
  ROUNDING_FUNCTIONS,
  type AggregationType,
  type RoundingFunction,
} from './billable-metric.rules';

const MAYBE = { optional: true, nullable: true } as const;

const FIELDS = {
  code: {
    description: 'Code that identifies the metric in usage events; unique in your organization',
    example: 'storage_gb',
  },
  name: { description: 'Name of the metric', example: 'Storage' },
  description: { description: 'Description for your own use', example: 'Gigabytes stored' },
  aggregation_type: {
    description: 'How the events of a billing period are aggregated into units',
    example: 'sum',
  },
  field_name: {
    description: 'Event property to aggregate; required unless `aggregation_type` is `count`',
    example: 'gb',
  },
  rounding_function: {
    description: 'How units are rounded before pricing; null for no rounding',
    example: 'round',
  },
  rounding_precision: { description: 'Number of decimal places to round to; 0 if null', example: 2 },
  recurring: {
    description:
      'Whether the level at the end of a billing period carries over into the next; only for `sum`, `unique_count` and `weighted_sum`',
    example: false,
  },
  unit_code: {
    description: 'Unit of the usage on invoices: a code of UN/ECE Recommendation 20, `C62` for no unit',
    example: 'E34',
  },
};
const PRECISION = { min: -10, max: 20 };

export class CreateBillableMetricDto {
  @TextField(FIELDS.code) code!: string;
  @TextField(FIELDS.name) name!: string;
  @TextField({ ...FIELDS.description, max: 1000, ...MAYBE }) description?: string | null;
  @EnumField({ ...FIELDS.aggregation_type, values: AGGREGATION_TYPES }) aggregation_type!: AggregationType;
  @TextField({ ...FIELDS.field_name, ...MAYBE }) field_name?: string | null;
  @EnumField({ ...FIELDS.rounding_function, values: ROUNDING_FUNCTIONS, ...MAYBE })
  rounding_function?: RoundingFunction | null;
  @IntegerField({ ...FIELDS.rounding_precision, ...PRECISION, ...MAYBE }) rounding_precision?: number | null;
  @BooleanField({ ...FIELDS.recurring, optional: true, default: false }) recurring?: boolean;
  @UnitCodeField({ ...FIELDS.unit_code, optional: true, default: NO_UNIT }) unit_code?: string;
}

export class UpdateBillableMetricDto {
  @TextField({ ...FIELDS.name, optional: true }) name?: string;
  @TextField({ ...FIELDS.description, max: 1000, ...MAYBE }) description?: string | null;
  @EnumField({ ...FIELDS.aggregation_type, values: AGGREGATION_TYPES, optional: true })
  aggregation_type?: AggregationType;
  @TextField({ ...FIELDS.field_name, ...MAYBE }) field_name?: string | null;
  @EnumField({ ...FIELDS.rounding_function, values: ROUNDING_FUNCTIONS, ...MAYBE })
  rounding_function?: RoundingFunction | null;
  @IntegerField({ ...FIELDS.rounding_precision, ...PRECISION, ...MAYBE }) rounding_precision?: number | null;
  @BooleanField({ ...FIELDS.recurring, optional: true }) recurring?: boolean;
  @UnitCodeField({ ...FIELDS.unit_code, optional: true }) unit_code?: string;
}

export class ListBillableMetricsDto extends pageQuery(['created_at']) {
  @TextField({ description: 'Filter by code', example: 'storage_gb', optional: true })
  code?: string;
}

export class BillableMetricDto {
  @AnswerField({
    description: 'ID of the billable metric',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b',
  })
  id!: string;

  @AnswerField({ ...FIELDS.code, type: String }) code!: string;
  @AnswerField({ ...FIELDS.name, type: String }) name!: string;
  @AnswerField({ ...FIELDS.description, type: String, nullable: true }) description!: string | null;
  @AnswerField({ ...FIELDS.aggregation_type, type: String, enum: AGGREGATION_TYPES })
  aggregation_type!: string;
  @AnswerField({ ...FIELDS.field_name, type: String, nullable: true }) field_name!: string | null;

  @AnswerField({ ...FIELDS.rounding_function, type: String, enum: ROUNDING_FUNCTIONS, nullable: true })
  rounding_function!: string | null;

  @AnswerField({ ...FIELDS.rounding_precision, type: 'integer', nullable: true })
  rounding_precision!: number | null;
  @AnswerField({ ...FIELDS.recurring, type: Boolean }) recurring!: boolean;
  @AnswerField({ ...FIELDS.unit_code, type: String }) unit_code!: string;

  @AnswerField({
    description: 'When the billable metric was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the billable metric was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

/** The fields of a metric that a request can set, named as in the entity. */
export type BillableMetricInput = Omit<
  BillableMetricEntity,
  'organizationId' | 'id' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'rowVersion'
>;

/** Returns only the fields that are present in the request. */
export function toBillableMetricInput(
  body: UpdateBillableMetricDto & { code?: string },
): Partial<BillableMetricInput> {
  return withoutUndefined({
    code: body.code,
    name: body.name,
    description: body.description,
    aggregationType: body.aggregation_type,
    fieldName: body.field_name,
    roundingFunction: body.rounding_function,
    roundingPrecision: body.rounding_precision,
    recurring: body.recurring,
    unitCode: body.unit_code,
  });
}

export function toBillableMetricResponse(metric: BillableMetricEntity): BillableMetricDto {
  return versioned(metric, {
    id: metric.id,
    code: metric.code,
    name: metric.name,
    description: metric.description,
    aggregation_type: metric.aggregationType,
    field_name: metric.fieldName,
    rounding_function: metric.roundingFunction,
    rounding_precision: metric.roundingPrecision,
    recurring: metric.recurring,
    unit_code: metric.unitCode,
    created_at: metric.createdAt.toISOString(),
    updated_at: metric.updatedAt.toISOString(),
  });
}
