import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { logger } from '../../platform/observability/logger';
import { SecretBox, UnreadableSecretError } from '../../platform/secrets/secret-box';
import { secretContext } from './webhook-endpoint.rules';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository';

/**
 * Logs an error at start-up if ENCRYPTION_KEY cannot decrypt a stored secret, because then every delivery
 * fails. The service starts anyway: secrets can only be rotated while it runs.
 */
@Injectable()
export class StoredSecretCheck implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WebhookEndpointsRepository,
    private readonly secrets: SecretBox,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const endpoint = await this.repository.findAny(this.transactions.reader);
    if (endpoint === null) return;
    const { organizationId, id, sealedSecret } = endpoint;
    try {
      this.secrets.open(sealedSecret, secretContext(organizationId, id));
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      logger.error(
        { organization_id: organizationId, webhook_endpoint_id: id },
        'ENCRYPTION_KEY cannot decrypt the signing secret of this endpoint, so its deliveries will fail. Start the service with the original key; if it is lost, rotate the secret of every endpoint',
      );
    }
  }
}
