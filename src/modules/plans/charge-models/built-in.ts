import { extend } from '../../../platform/extensions';
import { CHARGE_MODELS } from './charge-model';
import { GraduatedCharge } from './graduated';
import { GraduatedPercentageCharge } from './graduated-percentage';
import { PackageCharge } from './package';
import { PercentageCharge } from './percentage';
import { StandardCharge } from './standard';
import { VolumeCharge } from './volume';

export const BUILT_IN = [
  StandardCharge,
  GraduatedCharge,
  VolumeCharge,
  PackageCharge,
  PercentageCharge,
  GraduatedPercentageCharge,
] as const;

/** The built-in models as the API description lists them; extensions may add others. */
export const BUILT_IN_NAMES = [
  'standard',
  'graduated',
  'volume',
  'package',
  'percentage',
  'graduated_percentage',
];

/** Providers that register the built-in models, as those of any other module. */
export const BUILT_IN_MODELS = BUILT_IN.flatMap((it) => [it, extend(CHARGE_MODELS, it)]);
