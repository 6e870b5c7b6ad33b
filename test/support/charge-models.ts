import type { FieldError } from '../../src/platform/errors/app-error';
import { BUILT_IN, ChargeModels, type ChargeResult, type Usage } from '../../src/modules/plans/charge-models';

/** The built-in charge models, without an application. */
export const builtInModels = new ChargeModels({ of: () => BUILT_IN.map((it) => new it()) as never });
builtInModels.onModuleInit();

/** Prices usage by a built-in model. */
export function computeCharge(model: string, properties: object, usage: Usage): ChargeResult {
  return builtInModels.price(model, properties, usage);
}

/** Returns what is wrong with the properties of a built-in model. */
export function validateProperties(model: string, properties: unknown): FieldError[] {
  return builtInModels.problemsOf(model, properties);
}
