import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../http/public-route';
import { AnyQuery } from '../http/query-parameters.interceptor';
import { registry } from '../observability/metrics';
import { HealthService, type Readiness } from './health.service';

/** Endpoints for load balancers and monitoring, outside /v1 and without a key. */
@ApiExcludeController()
@AnyQuery() // probes may add parameters, e.g. to bypass caches
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Liveness. Ignores the database, so that a database outage does not restart the process. */
  @Get('health/live')
  @PublicRoute()
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Readiness: 200, or 503 with the reasons. */
  @Get('health/ready')
  @PublicRoute()
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.health.readiness();
    if (readiness.status !== 'ok') response.status(503).setHeader('Retry-After', '2');
    return readiness;
  }

  /** Metrics in the Prometheus text format. */
  @Get('metrics')
  @PublicRoute()
  @Header('Content-Type', registry.contentType)
  metrics(): Promise<string> {
    return registry.metrics();
  }
}
