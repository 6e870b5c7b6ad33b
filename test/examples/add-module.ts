import type { Type } from '@nestjs/common';
import { LazyModuleLoader, type ModuleRef } from '@nestjs/core';
import type { TestApp } from '../support/test-app';

/** Adds a module to a running service, as if it were in the list of src/app.module.ts. */
export function addModule({ app }: TestApp, module: Type): Promise<ModuleRef> {
  return app.get(LazyModuleLoader).load(() => module);
}
