import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../../../platform/config/config';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { logger } from '../../../platform/observability/logger';
import { EndpointFailures } from '../../webhook-endpoints';
import type { EndpointKey } from '../queue/claimed-delivery';

/** The same outcome again is reported this much later: other processes may have reported another one meanwhile. */
const REPORT_AGAIN_MS = 5 * 60 * 1000;
const MAX_ENDPOINTS = 10_000;

interface Report {
  success: boolean;
  at: number;
}

/**
 * Reports to the endpoints whether attempts succeed or fail. A change is reported at once and the same outcome every few
 * minutes, so that delivery costs no statement more per attempt. Nothing is reported while ENDPOINT_DISABLE_AFTER_DAYS is 0.
 */
@Injectable()
export class EndpointHealth implements BeforeApplicationShutdown {
  private readonly isOn: boolean;
  private readonly reported = new LRUCache<string, Report>({ max: MAX_ENDPOINTS });
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly endpoints: EndpointFailures,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.isOn = config.webhooks.disableAfterDays > 0;
  }

  /** An attempt has ended. Returns immediately. */
  attemptEnded({ organizationId, endpointId }: EndpointKey, success: boolean): void {
    if (!this.isOn) return;
    const at = this.clock.now().getTime();
    const last = this.reported.get(endpointId);
    if (last?.success === success && at - last.at < REPORT_AGAIN_MS) return;
    this.reported.set(endpointId, { success, at });
    const endpoint = { organizationId, id: endpointId };
    const report = (success ? this.endpoints.succeeded(endpoint) : this.endpoints.failed(endpoint))
      .catch((error: unknown) => {
        this.reported.delete(endpointId);
        logger.warn(
          { reason: (error as Error).message, webhook_endpoint_id: endpointId },
          'Could not record the health of an endpoint; the next attempt does',
        );
      })
      .finally(() => this.running.delete(report));
    this.running.add(report);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }
}
