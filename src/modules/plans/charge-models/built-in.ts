import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../platform/errors/app-error';
import { extend } from '../../../platform/extensions';
import type { BillableMetric } from '../../billable-metrics';
import { CHARGE_MODELS, type ChargeModel, type ChargeStep, type HeldUnits, type Usage } from './charge-model';
import { computeCharge } from './compute-charge';
import { graduatedSteps } from './graduated';
import { standardSteps } from './standard';
import { stepText } from './steps';
import type { BuiltInName, ChargeProperties } from './types';
import { propertiesSchema, validateProperties } from './validate-properties';
import { volumeSteps } from './volume';

abstract class BuiltIn<N extends BuiltInName> implements ChargeModel<ChargeProperties[N]> {
  abstract readonly name: N;

  get propertiesSchema(): object {
    return propertiesSchema(this.name);
  }

  validate(properties: Record<string, unknown>): FieldError[] {
    return validateProperties(this.name, properties);
  }

  steps(properties: ChargeProperties[N], usage: Usage): ChargeStep[] {
    return computeCharge(this.name, properties, usage).steps;
  }
}

@Injectable()
export class StandardModel extends BuiltIn<'standard'> {
  readonly name = 'standard';

  proratedSteps(properties: ChargeProperties['standard'], held: HeldUnits): ChargeStep[] {
    return standardSteps(properties, held).map(stepText);
  }
}

@Injectable()
export class GraduatedModel extends BuiltIn<'graduated'> {
  readonly name = 'graduated';

  proratedSteps(properties: ChargeProperties['graduated'], held: HeldUnits): ChargeStep[] {
    return graduatedSteps(properties, held).map(stepText);
  }
}

@Injectable()
export class VolumeModel extends BuiltIn<'volume'> {
  readonly name = 'volume';

  proratedSteps(properties: ChargeProperties['volume'], held: HeldUnits): ChargeStep[] {
    return volumeSteps(properties, held).map(stepText);
  }
}

@Injectable()
export class PackageModel extends BuiltIn<'package'> {
  readonly name = 'package';
}

@Injectable()
export class PercentageModel extends BuiltIn<'percentage'> {
  readonly name = 'percentage';

  /** The model charges each event, but for a latest value only the last event counts. */
  metricProblem({ aggregationType }: BillableMetric): string | null {
    return aggregationType === 'latest' ? 'for a metric of aggregation type latest' : null;
  }
}

@Injectable()
export class GraduatedPercentageModel extends BuiltIn<'graduated_percentage'> {
  readonly name = 'graduated_percentage';
}

/** The models that come with the service. */
export const BUILT_IN_MODELS = [
  StandardModel,
  GraduatedModel,
  VolumeModel,
  PackageModel,
  PercentageModel,
  GraduatedPercentageModel,
] as const;

/** Providers that register the built-in models, as those of any other module do. They come before those. */
export const BUILT_IN_PROVIDERS = BUILT_IN_MODELS.flatMap((it) => [
  it,
  extend<ChargeModel>(CHARGE_MODELS, it, { order: -1000 }),
]);
