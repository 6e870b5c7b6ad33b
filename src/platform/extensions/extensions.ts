import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { isDatabaseUnavailable, isRetryableConflict } from '../database/pg-errors';
import { ExtensionFailedError } from './extension-failed.error';
import { Registration, type ExtensionPoint } from './extension-point';

/** How long one call of an extension may take. */
export const EXTENSION_DEADLINE_MS = 5000;

/**
 * Finds and calls the extensions of a point. They are collected from the providers of all modules before the first
 * `onModuleInit`, so every request and every job sees all of them.
 */
@Injectable()
export class Extensions implements OnModuleInit {
  private byPoint: Map<ExtensionPoint<object>, readonly object[]> | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    private readonly moduleRef: ModuleRef,
  ) {}

  onModuleInit(): void {
    this.byPoint = this.collect();
  }

  /** Returns the extensions of a point, by `order`, then in the order in which the modules are listed. */
  of<T extends object>(point: ExtensionPoint<T>): readonly T[] {
    if (this.byPoint === undefined) {
      throw new Error(`"${point.name}" is not complete before onModuleInit: modules are still being built`);
    }
    return (this.byPoint.get(point) ?? []) as readonly T[];
  }

  /** Returns the only implementation of a point that declares what extensions replace. */
  one<T extends object>(point: ExtensionPoint<T>): T {
    const [replacement] = this.of(point);
    if (replacement !== undefined) return replacement;
    const { replaces } = point;
    if (replaces === undefined) throw new Error(`"${point.name}" declares no implementation to replace`);
    return isClass(replaces) ? this.moduleRef.get(replaces, { strict: false }) : replaces;
  }

  /**
   * Runs `work` on an extension. `work` also checks the result, and throws if the point cannot accept it.
   *
   * @param deadlineMs less than 5 s where the caller has less time left
   * @throws ExtensionFailedError when the extension throws, returns a wrong result or takes more than 5 s. A deadlock
   * or a lost database is not its fault and passes through.
   */
  async call<T extends object, R>(
    point: ExtensionPoint<T>,
    extension: T,
    work: (extension: T) => R | Promise<R>,
    deadlineMs = EXTENSION_DEADLINE_MS,
  ): Promise<R> {
    const failed = (reason: string, options?: ErrorOptions): ExtensionFailedError =>
      new ExtensionFailedError(point.name, nameOf(extension), reason, options);
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      const expire = (): void => {
        reject(failed(`it took longer than ${Math.round(deadlineMs) / 1000} s`));
      };
      timer = setTimeout(expire, deadlineMs);
    });
    try {
      return await Promise.race([Promise.resolve(extension).then(work), deadline]);
    } catch (error) {
      if (error instanceof ExtensionFailedError) throw error;
      if (isRetryableConflict(error) || isDatabaseUnavailable(error)) throw error;
      throw failed(error instanceof Error ? error.message : String(error), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  private collect(): Map<ExtensionPoint<object>, readonly object[]> {
    const byPoint = new Map<ExtensionPoint<object>, Registration[]>();
    for (const registration of this.registrations()) {
      const others = byPoint.get(registration.point) ?? [];
      byPoint.set(registration.point, [...others, registration]);
    }
    return new Map(
      [...byPoint].map(([point, registrations]) => {
        assertNotTwice(point, registrations);
        const sorted = registrations.sort((one, other) => one.order - other.order);
        return [point, sorted.map((it) => it.extension)];
      }),
    );
  }

  private registrations(): Registration[] {
    const providers = [...this.modules.values()].flatMap((module) => [...module.providers.values()]);
    return providers.map((it): unknown => it.instance).filter((it) => it instanceof Registration);
  }
}

function assertNotTwice(point: ExtensionPoint<object>, registrations: readonly Registration[]): void {
  if (point.replaces === undefined || registrations.length < 2) return;
  const names = registrations.map((it) => nameOf(it.extension)).join(' and ');
  throw new Error(`Only one extension can be the ${point.name}; ${names} are registered`);
}

const isClass = <T extends object>(replaced: Type<T> | T): replaced is Type<T> =>
  typeof replaced === 'function';

const nameOf = (extension: object): string => extension.constructor.name;
