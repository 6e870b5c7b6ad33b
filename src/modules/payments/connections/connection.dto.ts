import {
  AnswerField,
  DateTimeField,
  EnumField,
  MetadataField,
  SecretField,
  TextField,
} from '../../../platform/http/fields';
import { tagged } from '../../../platform/cells/cell-tag';
import { pageQuery } from '../../../platform/http/paging';
import { PROVIDER } from '../providers/provider.field';
import type { Environment } from '../collector-kit';
import { CONNECTION_STATES, type ProviderConnectionEntity } from './connection.entity';
import type { ConnectionInput } from './connections.service';

const ENVIRONMENTS: readonly Environment[] = ['live', 'test'];
const INSTANT = { type: String, format: 'date-time', example: '2026-02-03T10:15:00.000Z' } as const;
const FIELDS = {
  provider_account_id: {
    description:
      'Id of your account at the provider (Stripe Connect `account`, Razorpay `account_id`, GoCardless ' +
      'organisation, Dodo `business_id`). Identifies your organization when a webhook arrives without ' +
      '`?connection=`',
    example: 'acc_9A33XWu170gUtm',
  },
  environment: {
    description:
      '`live`, or `test` for the test environment of the provider. Where the credentials themselves tell it, as those of ' +
      'Stripe and Razorpay do, both are the same',
    example: 'live',
  },
  previous_secret_expires_at: {
    description:
      'Until when the previous secret still verifies. Default: 24 hours from now, for Razorpay 15 days; ' +
      'a time in the past ends it immediately',
    example: '2026-02-04T10:15:00.000Z',
  },
};

export class PutPaymentProviderConnectionDto {
  @SecretField({
    description:
      'The secret with which the provider signs its webhooks; required for a new connection. Never returned',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    optional: true,
  })
  webhook_secret?: string;

  @MetadataField({
    description:
      'With what money is collected; null removes them. Stripe: `secret_key`; GoCardless: `access_token`; Razorpay: `key_id` ' +
      'and `key_secret`; Dodo Payments: `api_key` and `product_id`. Never returned',
    example: { secret_key: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc' },
    optional: true,
    nullable: true,
  })
  credentials?: Record<string, string> | null;

  @EnumField({ ...FIELDS.environment, values: ENVIRONMENTS, default: 'live', optional: true })
  environment?: Environment;

  @DateTimeField({ ...FIELDS.previous_secret_expires_at, optional: true })
  previous_secret_expires_at?: Date;

  @TextField({ ...FIELDS.provider_account_id, optional: true, nullable: true })
  provider_account_id?: string | null;
}

export class ListConnectionsDto extends pageQuery(['created_at']) {}

export class PaymentProviderConnectionDto {
  @AnswerField({
    description: 'Id of the connection',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7f12-8a3c-4d5e6f708192',
  })
  id!: string;

  @AnswerField({ ...PROVIDER, description: 'The payment provider' }) provider!: string;

  @AnswerField({
    description:
      'The URL to configure at the provider for its webhooks. Identifies this connection; not a secret. In production ' +
      'without PUBLIC_URL only the path',
    type: String,
    example: 'https://billing.example.com/v1/payments/webhook/stripe?connection=Zk3p...',
  })
  webhook_url!: string;

  @AnswerField({ ...FIELDS.provider_account_id, type: String, nullable: true })
  provider_account_id!: string | null;

  @AnswerField({ ...FIELDS.environment, type: String, enum: [...ENVIRONMENTS] })
  environment!: string;

  @AnswerField({
    description: 'Whether there are credentials to collect money with',
    type: Boolean,
    example: true,
  })
  credentials_set!: boolean;

  @AnswerField({
    description:
      'What the provider last said to the credentials: `connected`; `rejected`; `unavailable`: it did not answer; ' +
      '`unchecked`: there are none',
    type: String,
    enum: [...CONNECTION_STATES],
    example: 'connected',
  })
  connection_state!: string;

  @AnswerField({ ...INSTANT, description: 'When the state was found out', nullable: true })
  connection_checked_at!: string | null;

  @AnswerField({
    description: 'Why the state is not `connected`',
    type: String,
    nullable: true,
    example: null,
  })
  connection_error!: string | null;

  @AnswerField({
    ...INSTANT,
    description: 'Until when the previous secret still verifies; null when there is none',
    nullable: true,
  })
  previous_secret_expires_at!: string | null;

  @AnswerField({ ...INSTANT, description: 'When the connection was created' }) created_at!: string;
  @AnswerField({ ...INSTANT, description: 'When the connection last changed' }) updated_at!: string;
}

export function toConnectionInput(body: PutPaymentProviderConnectionDto): ConnectionInput {
  return {
    webhookSecret: body.webhook_secret,
    credentials: body.credentials,
    environment: body.environment,
    previousSecretExpiresAt: body.previous_secret_expires_at,
    providerAccountId: body.provider_account_id,
  };
}

/** @param baseUrl the URL of the service, without a trailing slash. @param cell its name, if it has one */
export function toConnectionResponse(
  connection: ProviderConnectionEntity,
  baseUrl: string,
  cell: string | null,
): PaymentProviderConnectionDto {
  const { id, provider, token } = connection;
  return {
    id,
    provider,
    webhook_url: `${baseUrl}/v1/payments/webhook/${provider}?connection=${tagged(cell, token)}`,
    provider_account_id: connection.providerAccountId,
    environment: connection.environment,
    credentials_set: connection.sealedCredentials !== null,
    connection_state: connection.connectionState,
    connection_checked_at: connection.connectionCheckedAt?.toISOString() ?? null,
    connection_error: connection.connectionError,
    previous_secret_expires_at: connection.previousSecretExpiresAt?.toISOString() ?? null,
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
  };
}
