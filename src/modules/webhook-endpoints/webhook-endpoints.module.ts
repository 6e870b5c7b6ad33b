import { Module } from '@nestjs/common';
import { EndpointLifecycle } from './endpoint-lifecycle';
import { EventTypesController } from './event-types.controller';
import { WebhookEndpointsController } from './webhook-endpoints.controller';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository';
import { WebhookEndpointsService } from './webhook-endpoints.service';

@Module({
  controllers: [EventTypesController, WebhookEndpointsController],
  providers: [WebhookEndpointsService, WebhookEndpointsRepository, EndpointLifecycle],
  exports: [WebhookEndpointsService, EndpointLifecycle],
})
export class WebhookEndpointsModule {}
