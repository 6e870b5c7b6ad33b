import { Module, type OnModuleInit } from '@nestjs/common';
import { extend, Extensions } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { EndpointFailures } from './endpoint-failures';
import { EventTypesController } from './event-types.controller';
import { StandardWebhooksSigner } from './signers/standard-webhooks.signer';
import { SvcSigner } from './signers/svc.signer';
import { SIGNATURE_ALGORITHMS, WEBHOOK_SIGNERS } from './signers/webhook-signer';
import { StoredSecretCheck } from './stored-secret-check';
import { WebhookEndpointsController } from './webhook-endpoints.controller';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository';
import { WebhookEndpointsService } from './webhook-endpoints.service';

defineScopes({
  'webhooks:read': 'List and get webhook endpoints, without their secrets, deliveries and event types',
  'webhooks:manage':
    'Create, update, delete and test webhook endpoints; reveal and rotate their secrets; retry deliveries',
});

@Module({
  controllers: [EventTypesController, WebhookEndpointsController],
  providers: [
    WebhookEndpointsService,
    WebhookEndpointsRepository,
    EndpointFailures,
    StoredSecretCheck,
    SvcSigner,
    extend(WEBHOOK_SIGNERS, SvcSigner),
    StandardWebhooksSigner,
    extend(WEBHOOK_SIGNERS, StandardWebhooksSigner),
  ],
  exports: [WebhookEndpointsService, EndpointFailures],
})
export class WebhookEndpointsModule implements OnModuleInit {
  constructor(private readonly extensions: Extensions) {}

  onModuleInit(): void {
    for (const { algorithm } of this.extensions.of(WEBHOOK_SIGNERS)) {
      if (!SIGNATURE_ALGORITHMS.includes(algorithm)) SIGNATURE_ALGORITHMS.push(algorithm);
    }
  }
}
