import { Injectable } from '@nestjs/common';
import { AdmissionQueue, type Release } from './admission-queue';

/** Admits the requests of each organization by itself, so that one with many does not hold up the others. */
@Injectable()
export class Admission {
  /** Of the organizations with requests at work or waiting. */
  private readonly queues = new Map<string, AdmissionQueue>();

  /**
   * Resolves when the request may start; the caller then releases its units when it has ended.
   *
   * @throws OverloadedError as `AdmissionQueue.enter`
   */
  async enter(organizationId: string, units: number, signal: AbortSignal): Promise<Release> {
    const queue = this.queues.get(organizationId) ?? new AdmissionQueue();
    this.queues.set(organizationId, queue);
    const forgetIdle = (): void => {
      if (queue.isIdle) this.queues.delete(organizationId);
    };
    try {
      const release = await queue.enter(units, signal);
      return () => {
        release();
        forgetIdle();
      };
    } catch (error) {
      forgetIdle();
      throw error;
    }
  }

  /** Refuses the waiting requests of an organization. */
  refuseWaiting(organizationId: string, error: Error): void {
    this.queues.get(organizationId)?.refuseAll(error);
  }
}
