import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

/** Returns whether the handler has a parameter of the kind, e.g. one with `@Query()`. */
export function hasParameter(context: ExecutionContext, kind: RouteParamtypes): boolean {
  const { name } = context.getHandler();
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) as object | undefined;
  return Object.keys(parameters ?? {}).some((it) => it.startsWith(`${kind}:`));
}
