import { AnswerField, DateTimeField, TextField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { versioned } from '../../../platform/http/versions';
import { PROVIDER_NAME } from '../providers/provider-name.field';
import type { ProviderConnectionEntity } from './connection.entity';
import type { ConnectionInput } from './connections.service';

const INSTANT = { type: String, format: 'date-time', example: '2026-02-03T10:15:00.000Z' } as const;
const FIELDS = {
  provider_account_id: {
    description:
      'ID of your account at the provider (Stripe Connect `account`, Razorpay `account_id`, GoCardless ' +
      'organisation, Dodo `business_id`). Identifies you if the webhook URL has no ' +
      '`?connection=`',
    example: 'acc_9A33XWu170gUtm',
  },
  previous_secret_expires_at: {
    description:
      'When signatures made with the previous secret are no longer accepted. Default: after 24 hours, ' +
      'for Razorpay after 15 days; a time in the past revokes the secret immediately. Null counts as absent',
    example: '2026-02-04T10:15:00.000Z',
  },
};

export class PutConnectionDto {
  @TextField({
    description: 'Secret with which the provider signs its webhooks. Never returned',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  webhook_secret!: string;

  @DateTimeField({ ...FIELDS.previous_secret_expires_at, optional: true, nullable: true })
  previous_secret_expires_at?: Date | null;

  @TextField({ ...FIELDS.provider_account_id, optional: true, nullable: true })
  provider_account_id?: string | null;
}

export class ListConnectionsDto extends pageQuery(['created_at']) {}

export class ConnectionDto {
  @AnswerField({
    description: 'ID of the connection',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7f12-8a3c-4d5e6f708192',
  })
  id!: string;

  @AnswerField({ description: 'Payment provider of the connection', ...PROVIDER_NAME, example: 'stripe' })
  provider!: string;

  @AnswerField({
    description:
      'URL to which the provider must send its webhooks. It identifies this connection and is not a secret',
    type: String,
    example: 'https://billing.example.com/v1/payments/webhook/stripe?connection=Zk3p...',
  })
  webhook_url!: string;

  @AnswerField({ ...FIELDS.provider_account_id, type: String, nullable: true })
  provider_account_id!: string | null;

  @AnswerField({
    ...INSTANT,
    description:
      'When signatures made with the previous secret are no longer accepted; null if there is none',
    nullable: true,
  })
  previous_secret_expires_at!: string | null;

  @AnswerField({ ...INSTANT, description: 'When the connection was created' }) created_at!: string;
  @AnswerField({ ...INSTANT, description: 'When the connection was last updated' }) updated_at!: string;
}

export function toConnectionInput(body: PutConnectionDto): ConnectionInput {
  return {
    webhookSecret: body.webhook_secret,
    previousSecretExpiresAt: body.previous_secret_expires_at ?? undefined,
    providerAccountId: body.provider_account_id,
  };
}

/** @param baseUrl the URL of the service, without a trailing slash. */
export function toConnectionResponse(connection: ProviderConnectionEntity, baseUrl: string): ConnectionDto {
  const { id, provider, token } = connection;
  return versioned(connection, {
    id,
    provider,
    webhook_url: `${baseUrl}/v1/payments/webhook/${provider}?connection=${token}`,
    provider_account_id: connection.providerAccountId,
    previous_secret_expires_at: connection.previousSecretExpiresAt?.toISOString() ?? null,
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
  });
}
