import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

/** Metadata key under which TypeScript stores the classes of a method's parameters. */
const PARAMETER_TYPES = 'design:paramtypes';

/** Returns whether the handler has a parameter of the given kind, e.g. one decorated with `@Query()`. */
export function hasParameter(context: ExecutionContext, kind: RouteParamtypes): boolean {
  return indexesOf(context, kind).length > 0;
}

/** Returns the classes of the handler's parameters of the given kind, e.g. those decorated with `@Body()`. */
export function parameterClasses(
  context: ExecutionContext,
  kind: RouteParamtypes,
): (abstract new (...args: never[]) => object)[] {
  const indexes = indexesOf(context, kind);
  if (indexes.length === 0) return [];
  const prototype = context.getClass().prototype as object;
  const types: unknown = Reflect.getMetadata(PARAMETER_TYPES, prototype, context.getHandler().name);
  return indexes.flatMap((index) => {
    const type = (types as unknown[] | undefined)?.[index];
    return typeof type === 'function' ? [type as abstract new (...args: never[]) => object] : [];
  });
}

/** Nest stores parameters under keys of the form `<kind>:<index>`. */
function indexesOf(context: ExecutionContext, kind: RouteParamtypes): number[] {
  const { name } = context.getHandler();
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) as object | undefined;
  return Object.keys(parameters ?? {}).flatMap((it) => {
    const [parameterKind, index] = it.split(':');
    return parameterKind === String(kind) ? [Number(index)] : [];
  });
}
