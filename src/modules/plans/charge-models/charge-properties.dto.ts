import { getSchemaPath, type ApiPropertyOptions } from '@nestjs/swagger';
import { AnswerField } from '../../../platform/http/fields';

type Documented = Pick<ApiPropertyOptions, 'required'> & { description: string; example: unknown };

/** An amount or a rate; `validate` of each model checks it, these classes only document. */
const Decimal = ({ required = true, ...options }: Documented): PropertyDecorator =>
  AnswerField({ ...options, type: String, required, nullable: !required } as ApiPropertyOptions & Documented);

const quantities = [{ type: 'string' }, { type: 'number' }];

const Quantity = ({ required = true, ...options }: Documented): PropertyDecorator =>
  AnswerField({
    ...options,
    required,
    anyOf: required ? quantities : [...quantities, { type: 'null' }],
  } as ApiPropertyOptions & Documented);

const PER_UNIT = { description: 'Price of a unit in major units', example: '0.10' };
const RATE = { description: 'Rate in percent', example: '1.5' };

/** Documents the parameters of `standard`. */
export class StandardPropertiesDto {
  @Decimal(PER_UNIT) amount!: string;
}

class RangeDto {
  @Quantity({ description: 'First unit of the range; 0 in the first', example: '0' })
  from_value!: string | number;

  @AnswerField({
    description: 'Last unit of the range; null in the last',
    anyOf: [...quantities, { type: 'null' }],
    example: null,
  })
  to_value!: string | number | null;

  @Decimal({
    description: 'Amount for reaching the range, in major units',
    example: '10.00',
    required: false,
  })
  flat_amount?: string | null;
}

/** Documents a row of `graduated` and `volume`. */
export class PricedRangeDto extends RangeDto {
  @Decimal(PER_UNIT) per_unit_amount!: string;
}

/** Documents a row of `graduated_percentage`. */
export class RatedRangeDto extends RangeDto {
  @Decimal(RATE) rate!: string;
}

/** Documents the parameters of `graduated`. */
export class GraduatedPropertiesDto {
  @AnswerField({ description: 'Each unit has the price of its range', type: [PricedRangeDto] })
  graduated_ranges!: PricedRangeDto[];
}

/** Documents the parameters of `volume`. */
export class VolumePropertiesDto {
  @AnswerField({
    description: 'All units have the price of the range of the last one',
    type: [PricedRangeDto],
  })
  volume_ranges!: PricedRangeDto[];
}

/** Documents the parameters of `package`. */
export class PackagePropertiesDto {
  @Decimal({ description: 'Price of a package in major units', example: '5.00' }) amount!: string;
  @Quantity({ description: 'Units in a package', example: '100' }) package_size!: string | number;

  @Quantity({ description: 'Units that cost nothing', example: '10', required: false })
  free_units?: string | number | null;
}

/** Documents the parameters of `percentage`. */
export class PercentagePropertiesDto {
  @Decimal(RATE) rate!: string;

  @Decimal({ description: 'Amount per event in major units', example: '0.25', required: false })
  fixed_amount?: string | null;

  @Quantity({ description: 'Events that cost nothing', example: '5', required: false })
  free_units_per_events?: string | number | null;

  @Quantity({ description: 'Units that cost nothing', example: '100', required: false })
  free_units_per_total_aggregation?: string | number | null;

  @Decimal({ description: 'Least amount per event in major units', example: '0.10', required: false })
  per_transaction_min_amount?: string | null;

  @Decimal({ description: 'Greatest amount per event in major units', example: '25.00', required: false })
  per_transaction_max_amount?: string | null;
}

/** Documents the parameters of `graduated_percentage`. */
export class GraduatedPercentagePropertiesDto {
  @AnswerField({ description: 'Each unit has the rate of its range', type: [RatedRangeDto] })
  graduated_percentage_ranges!: RatedRangeDto[];
}

/** The parameters of the built-in models, in the order of `BUILT_IN_NAMES`. */
export const PROPERTIES_OF_MODELS = [
  StandardPropertiesDto,
  GraduatedPropertiesDto,
  VolumePropertiesDto,
  PackagePropertiesDto,
  PercentagePropertiesDto,
  GraduatedPercentagePropertiesDto,
] as const;

/** Documents `properties` of a charge: one schema for each built-in model. */
export const CHARGE_PROPERTIES: Pick<ApiPropertyOptions, 'oneOf'> = {
  oneOf: PROPERTIES_OF_MODELS.map((it) => ({ $ref: getSchemaPath(it) })),
};
