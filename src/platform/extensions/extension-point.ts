import type { FactoryProvider, Type } from '@nestjs/common';

/** A place where modules plug in implementations of `T` (docs/decisions.md#extension-points). */
export interface ExtensionPoint<T extends object> {
  /** Appears in errors, e.g. `invoice lines`. */
  readonly name: string;
  /** The implementation while nothing replaces it; only for a point with exactly one. */
  readonly replaces?: Type<T> | T;
}

/** What `extend()` puts among the providers of a module, for `Extensions` to find. */
export class Registration {
  constructor(
    readonly point: ExtensionPoint<object>,
    readonly extension: object,
    readonly order: number,
  ) {}
}

/**
 * Declares an extension point. With `replaces` it has exactly one implementation: that one, a class among the providers
 * of the owning module or a value, unless one extension takes its place.
 */
export function extensionPoint<T extends object>(
  name: string,
  options: { replaces?: Type<T> | T } = {},
): ExtensionPoint<T> {
  return { name, ...options };
}

/**
 * Registers `extension`, a provider of the same module, with a point. Belongs in the `providers` of a module:
 * `providers: [SupportHourLines, extend(INVOICE_LINES, SupportHourLines)]`.
 *
 * @param options.order extensions of a point run in this order, lower first; 0 unless given
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
