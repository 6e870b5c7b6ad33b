import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { Extensions, type ExtensionPoint } from '../../../platform/extensions';
import { Outbox } from '../../../platform/outbox/outbox';

/**
 * Calls the extensions that take part in a bill. They return their events, which follow those of the invoice, so appending
 * an event during a call is refused.
 */
@Injectable()
export class BillExtensions {
  constructor(
    private readonly extensions: Extensions,
    private readonly outbox: Outbox,
  ) {}

  of<T extends object>(point: ExtensionPoint<T>): readonly T[] {
    return this.extensions.of(point);
  }

  one<T extends object>(point: ExtensionPoint<T>): T {
    return this.extensions.one(point);
  }

  /**
   * Runs `work` on an extension; `work` also checks the result.
   *
   * @throws ExtensionFailedError, which names the extension.
   */
  call<T extends object, R>(
    tx: Transaction,
    point: ExtensionPoint<T>,
    extension: T,
    work: (extension: T) => R | Promise<R>,
  ): Promise<R> {
    return this.outbox.closedFor(tx, () => this.extensions.call(point, extension, work));
  }
}
