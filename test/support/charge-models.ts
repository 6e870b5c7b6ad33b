import { ModulesContainer, type ModuleRef } from '@nestjs/core';
import type { ChargeModel } from '../../src/modules/plans';
import { BUILT_IN_MODELS } from '../../src/modules/plans/charge-models/built-in';
import { ChargeModels } from '../../src/modules/plans/charge-models/charge-models';
import { Extensions } from '../../src/platform/extensions';

/** Returns charge models as the service holds them. */
export function chargeModelsOf(models: readonly ChargeModel[], extensionTimeoutMs = 5000): ChargeModels {
  const extensions = new Extensions(new ModulesContainer(), {} as ModuleRef, { extensionTimeoutMs });
  const found = new ChargeModels({
    of: () => models as never,
    callSync: (...call) => extensions.callSync(...call),
  });
  found.onModuleInit();
  return found;
}

/** Returns the models that come with the service. */
export const builtInModels = (): ChargeModels => chargeModelsOf(BUILT_IN_MODELS.map((it) => new it()));
