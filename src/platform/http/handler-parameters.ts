import { RequestMethod, type ExecutionContext } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

/** Metadata key under which TypeScript stores the classes of a method's parameters. */
const PARAMETER_TYPES = 'design:paramtypes';

/** Returns whether the handler has a parameter of the given kind, e.g. one decorated with `@Query()`. */
export function hasParameter(context: ExecutionContext, kind: RouteParamtypes): boolean {
  return indexesOf(context.getClass(), context.getHandler().name, kind).length > 0;
}

type Class = abstract new (...args: never[]) => object;

/** Returns the classes of the bodies with which the controller's `@Post()` without a path creates records. */
export function creationClasses(controller: Class): Class[] {
  const creation = Object.entries(Object.getOwnPropertyDescriptors(controller.prototype)).find(([, it]) => {
    const handler: unknown = it.value;
    if (typeof handler !== 'function') return false;
    const [method, path] = [METHOD_METADATA, PATH_METADATA].map(
      (key) => Reflect.getMetadata(key, handler) as unknown,
    );
    return method === RequestMethod.POST && path === '/';
  });
  return creation === undefined ? [] : classesOf(controller, creation[0], RouteParamtypes.BODY);
}

/** Returns the classes of the handler's parameters of the given kind, e.g. those decorated with `@Body()`. */
export function parameterClasses(context: ExecutionContext, kind: RouteParamtypes): Class[] {
  return classesOf(context.getClass(), context.getHandler().name, kind);
}

function classesOf(controller: Class, handler: string, kind: RouteParamtypes): Class[] {
  const indexes = indexesOf(controller, handler, kind);
  if (indexes.length === 0) return [];
  const types: unknown = Reflect.getMetadata(PARAMETER_TYPES, controller.prototype as object, handler);
  return indexes.flatMap((index) => {
    const type = (types as unknown[] | undefined)?.[index];
    return typeof type === 'function' ? [type as Class] : [];
  });
}

/** Nest stores parameters under keys of the form `<kind>:<index>`. */
function indexesOf(controller: Class, handler: string, kind: RouteParamtypes): number[] {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as object | undefined;
  return Object.keys(parameters ?? {}).flatMap((it) => {
    const [parameterKind, index] = it.split(':');
    return parameterKind === String(kind) ? [Number(index)] : [];
  });
}
