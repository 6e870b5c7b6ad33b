import { Controller, Get, Header, Inject, NotFoundException, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config } from '../config/config';
import { AnyQuery } from '../http/query-parameters.interceptor';
import { PublicRoute } from '../http/public-route';
import { registry } from '../observability/metrics';
import { HealthService, type Readiness } from './health.service';

/** Endpoints for load balancers and monitoring, outside /v1 and without a key; probes may add parameters of their own. */
@AnyQuery()
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Liveness. Ignores the database, so that its outage does not restart the process. */
  @Get('health/live')
  @PublicRoute()
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Readiness: 200, or 503 with what is missing. */
  @Get('health/ready')
  @PublicRoute()
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.health.readiness();
    if (readiness.status !== 'ok') response.status(503).setHeader('Retry-After', '2');
    return readiness;
  }

  /** Prometheus text format; on the public port only as long as no other port is configured for it. */
  @Get('metrics')
  @PublicRoute()
  @Header('Content-Type', registry.contentType)
  metrics(): Promise<string> {
    if (this.config.metricsPort !== null) throw new NotFoundException();
    return registry.metrics();
  }
}
