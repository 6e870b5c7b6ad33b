import { Inject, Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { TypeORMError } from 'typeorm';
import { CONFIG, type Config } from '../config/config';
import { isDatabaseUnavailable, isRetryableConflict, lacksTable } from '../database/pg-errors';
import { ExtensionFailedError } from './extension-failed.error';
import { describe, Registration, type ExtensionPoint } from './extension-point';

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Finds and calls the extensions of a point (docs/extending.md#extension-points). They are collected from the providers
 * of all modules before the first `onModuleInit` of a module, so every request and every job sees all of them.
 */
@Injectable()
export class Extensions implements OnModuleInit {
  private byPoint: Map<ExtensionPoint<object>, readonly object[]> | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    private readonly moduleRef: ModuleRef,
    @Inject(CONFIG) private readonly config: Pick<Config, 'extensionTimeoutMs'>,
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

  /** Returns the only implementation of a point that declares a default. */
  one<T extends object>(point: ExtensionPoint<T>): T {
    const [replacement] = this.of(point);
    if (replacement !== undefined) return replacement;
    const { replaces } = point;
    if (replaces === undefined) throw new Error(`"${point.name}" declares no default`);
    return isClass(replaces) ? this.moduleRef.get(replaces, { strict: false }) : replaces;
  }

  /**
   * Runs `work` on an extension. `work` also checks the result, and throws if it breaks the contract of the point.
   *
   * @param refusals classes of the errors that the contract allows; thrown as they are
   * @throws ExtensionFailedError if the extension throws, returns an invalid result or exceeds the time limit. A
   * deadlock or an unavailable database is not its fault and is thrown as it is.
   */
  async call<T extends object, R>(
    point: ExtensionPoint<T>,
    extension: T,
    work: (extension: T) => R | Promise<R>,
    refusals: readonly ErrorClass[] = [],
  ): Promise<R> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(this.tookTooLong(point, extension));
      }, this.config.extensionTimeoutMs);
    });
    try {
      return await Promise.race([Promise.resolve(extension).then(work), expired]);
    } catch (error) {
      throw failureOf(point, extension, error, refusals);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Runs synchronous `work` on an extension without a timer, for work that is done thousands of times per second. It
   * cannot be interrupted, so that it took too long is noticed only afterwards.
   *
   * @param refusals see `call`
   * @throws ExtensionFailedError as `call` does.
   */
  callSync<T extends object, R>(
    point: ExtensionPoint<T>,
    extension: T,
    work: (extension: T) => R,
    refusals: readonly ErrorClass[] = [],
  ): R {
    const startedAt = performance.now();
    let result: R;
    try {
      result = work(extension);
    } catch (error) {
      throw failureOf(point, extension, error, refusals);
    }
    if (performance.now() - startedAt <= this.config.extensionTimeoutMs) return result;
    throw this.tookTooLong(point, extension);
  }

  private tookTooLong(point: ExtensionPoint<object>, extension: object): ExtensionFailedError {
    const limit = `${this.config.extensionTimeoutMs} ms (EXTENSION_TIMEOUT_MS)`;
    return new ExtensionFailedError(point.name, nameOf(extension), `it took longer than ${limit}`);
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
        for (const it of sorted) describe(point, it.extension);
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
  throw new Error(`Only one extension can replace the ${point.name}; ${names} are registered`);
}

/** Returns the error to throw: an ExtensionFailedError unless the extension is not at fault. */
function failureOf<T extends object>(
  point: ExtensionPoint<T>,
  extension: T,
  error: unknown,
  refusals: readonly ErrorClass[],
): unknown {
  if (error instanceof ExtensionFailedError || refusals.some((it) => error instanceof it)) return error;
  if (error instanceof TypeORMError && isOfDatabase(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ExtensionFailedError(point.name, nameOf(extension), reason, { cause: error });
}

/**
 * Only TypeORM reports errors of our database: a tax service that refuses connections is not a database outage. A missing
 * table is more likely one of the extension, whose migration has not run.
 */
function isOfDatabase(error: TypeORMError): boolean {
  return isRetryableConflict(error) || (isDatabaseUnavailable(error) && !lacksTable(error));
}

const isClass = <T extends object>(replaced: Type<T> | T): replaced is Type<T> =>
  typeof replaced === 'function';

const nameOf = (extension: object): string => extension.constructor.name;
