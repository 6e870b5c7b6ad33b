import { Module } from '@nestjs/common';
import { EventTypesController } from './event-types.controller';
import { WebhookEndpointsController } from './webhook-endpoints.controller';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository';
import { WebhookEndpointsService } from './webhook-endpoints.service';

@Module({
  controllers: [EventTypesController, WebhookEndpointsController],
  providers: [WebhookEndpointsService, WebhookEndpointsRepository],
  exports: [WebhookEndpointsService],
})
export class WebhookEndpointsModule {}
