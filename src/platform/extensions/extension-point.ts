import type { FactoryProvider, Type } from '@nestjs/common';

/** A place where modules plug in implementations of `T` (docs/extending.md#extension-points). */
export interface ExtensionPoint<T extends object> {
  /** Appears in errors, e.g. `invoice lines`. */
  readonly name: string;
  /** The default implementation; only for a point with exactly one implementation. */
  readonly replaces?: Type<T> | T;
}

/** A point whose extensions have names that requests and responses contain. */
export interface NamedExtensionPoint<T extends { readonly name: string }> extends ExtensionPoint<T> {
  /**
   * For the API description: the names in the order of registration, complete before it is built. Not for validation,
   * because all services of a process share this list.
   */
  readonly describedNames: string[];
  /** For the API description only: the extensions by name, in the same order. */
  readonly described: Map<string, T>;
}

/** `extend()` adds it to the providers of a module, where `Extensions` finds it. */
export class Registration {
  constructor(
    readonly point: ExtensionPoint<object>,
    readonly extension: object,
    readonly order: number,
  ) {}
}

/**
 * Declares an extension point. With `replaces`, the point has exactly one implementation: one extension, or this
 * default, which is a class among the providers of the owning module, or a value.
 */
export function extensionPoint<T extends object>(
  name: string,
  options: { replaces?: Type<T> | T } = {},
): ExtensionPoint<T> {
  return { name, ...options };
}

/** Declares an extension point whose extensions have names that requests and responses contain. */
export function namedExtensionPoint<T extends { readonly name: string }>(
  name: string,
): NamedExtensionPoint<T> {
  return { name, describedNames: [], described: new Map() };
}

/** Adds an extension of a named point to the API description. */
export function describe(point: ExtensionPoint<object>, extension: object): void {
  const { describedNames, described } = point as Partial<NamedExtensionPoint<{ readonly name: string }>>;
  if (describedNames === undefined || described === undefined) return;
  const named = extension as { name: string };
  if (!described.has(named.name)) describedNames.push(named.name);
  described.set(named.name, named);
}

/**
 * Registers `extension`, a provider of the same module, with a point. Belongs in the `providers` of a module:
 * `providers: [SupportHourLines, extend(INVOICE_LINES, SupportHourLines)]`.
 *
 * @param options.order extensions of a point run in this order, lowest first; 0 by default
 */
export function extend<T extends object>(
  point: ExtensionPoint<T>,
  extension: Type<T>,
  { order = 0 }: { order?: number } = {},
): FactoryProvider<Registration> {
  return {
    provide: Symbol(`${extension.name} extends ${point.name}`),
    inject: [extension],
    useFactory: (instance: T) => new Registration(point, instance, order),
  };
}
