import { PartialType, PickType } from '@nestjs/swagger';
import { plainDecimal } from '../../platform/domain/decimal-string';
import {
  AnswerField,
  CurrencyField,
  DateTimeField,
  DecimalField,
  EnumField,
  IntegerField,
  TextField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { versioned } from '../../platform/http/versions';
import { CUSTOMER_REFERENCE } from '../customers';
import type { WalletEntity } from './wallet.entity';
import {
  CREDIT_DECIMALS,
  TOP_UP_SOURCES,
  WALLET_STATUSES,
  type TopUpSource,
  type WalletStatus,
} from './wallet.rules';

const MAYBE = { optional: true, nullable: true } as const;
const RATE = { min: '0.0000000001', max: '1000000000', decimals: 10 };
const CREDITS = { min: '0.00001', max: '1000000000000000', decimals: CREDIT_DECIMALS };
const DEFAULT_PRIORITY = 50;

const FIELDS = {
  customer_id: { description: 'ID of the customer', example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21' },
  name: { description: 'Name of the wallet', example: 'Prepaid credits' },
  code: {
    description: "Your own ID for the wallet; unique among the customer's active wallets",
    example: 'prepaid',
  },
  currency: { description: 'Currency of the wallet; only invoices in this currency use it', example: 'EUR' },
  rate_amount: { description: 'Value of one credit, in major units of the currency', example: '1.5' },
  priority: {
    description:
      'Invoices use the wallet with the lowest number first; among equal numbers, the oldest wallet',
    example: 1,
  },
  expiration_at: {
    description: 'When the wallet is terminated and its balance voided; null for never',
    example: '2036-12-31T23:00:00.000Z',
  },
  status: {
    description: 'Status of the wallet; a `terminated` wallet can no longer be used or changed',
    example: 'active',
  },
};

const CREDITS_RULE =
  'at most 5 decimals. Their value is credits x rate_amount, rounded half up to the minor unit';

export class CreateWalletDto {
  @IdOf(CUSTOMER_REFERENCE, FIELDS.customer_id) customer_id!: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;
  @TextField({ ...FIELDS.name, ...MAYBE }) name?: string | null;
  @TextField({ ...FIELDS.code, ...MAYBE }) code?: string | null;
  @CurrencyField(FIELDS.currency) currency!: string;
  @DecimalField({ ...FIELDS.rate_amount, ...RATE }) rate_amount!: string;

  @IntegerField({ ...FIELDS.priority, optional: true, default: DEFAULT_PRIORITY, min: 1, max: 50 })
  priority?: number;

  @DateTimeField({ ...FIELDS.expiration_at, ...MAYBE }) expiration_at?: Date | null;

  @DecimalField({
    description: `Credits that the customer has already paid for; ${CREDITS_RULE}`,
    example: '100',
    optional: true,
    ...CREDITS,
  })
  paid_credits?: string;

  @DecimalField({
    description: `Credits granted for free; ${CREDITS_RULE}`,
    example: '10',
    optional: true,
    ...CREDITS,
  })
  granted_credits?: string;
}

export class UpdateWalletDto extends PartialType(
  PickType(CreateWalletDto, ['name', 'priority', 'expiration_at']),
  { skipNullProperties: false },
) {}

export class TopUpWalletDto {
  @DecimalField({ description: `Credits to add; ${CREDITS_RULE}`, example: '25.5', ...CREDITS })
  credits!: string;

  @EnumField({
    description: '`paid`: the customer has already paid for the credits; `granted`: the credits are free',
    example: 'paid',
    values: TOP_UP_SOURCES,
  })
  source!: TopUpSource;
}

export class ListWalletsDto extends pageQuery(['created_at']) {
  @IdOf(CUSTOMER_REFERENCE, { description: 'Filter by customer', optional: true })
  customer_id?: string;

  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @EnumField({
    ...FIELDS.status,
    description: 'Filter by status',
    values: WALLET_STATUSES,
    optional: true,
  })
  status?: WalletStatus;
}

export class WalletDto {
  @AnswerField({
    description: 'ID of the wallet',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b',
  })
  id!: string;

  @AnswerField({ ...FIELDS.customer_id, type: String, format: 'uuid' }) customer_id!: string;
  @AnswerField({ ...FIELDS.name, type: String, nullable: true }) name!: string | null;
  @AnswerField({ ...FIELDS.code, type: String, nullable: true }) code!: string | null;
  @AnswerField({ ...FIELDS.currency, type: String }) currency!: string;
  @AnswerField({ ...FIELDS.rate_amount, type: String }) rate_amount!: string;
  @AnswerField({ ...FIELDS.priority, type: 'integer' }) priority!: number;

  @AnswerField({ ...FIELDS.expiration_at, type: String, format: 'date-time', nullable: true })
  expiration_at!: string | null;

  @AnswerField({ ...FIELDS.status, type: String, enum: [...WALLET_STATUSES] }) status!: string;

  @AnswerField({
    description: 'Balance in credits: the sum of the transactions',
    type: String,
    example: '110',
  })
  credits_balance!: string;

  @AnswerField({
    description: 'Balance in minor units: the sum of the transactions',
    type: 'integer',
    example: 16500,
  })
  balance_cents!: number;

  @AnswerField({
    description: 'Credits used by invoices, minus those returned by voided invoices',
    type: String,
    example: '0',
  })
  consumed_credits!: string;

  @AnswerField({
    description: 'Amount used by invoices, minus the amount returned by voided invoices, in minor units',
    type: 'integer',
    example: 0,
  })
  consumed_amount_cents!: number;

  @AnswerField({
    description: 'When the wallet was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the wallet was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;

  @AnswerField({
    description: 'When the wallet was terminated; null while it is active',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  terminated_at!: string | null;
}

export interface NewWallet {
  customerId: string;
  name: string | null;
  code: string | null;
  currency: string;
  rateAmount: string;
  priority: number;
  expirationAt: Date | null;
  topUps: TopUp[];
}

/** The fields of a wallet that a request can change. */
export type WalletChanges = Pick<NewWallet, 'name' | 'priority' | 'expirationAt'>;

/** Credits to add to a wallet. `field` is the request field that error messages name. */
export interface TopUp {
  field: string;
  credits: string;
  source: TopUpSource;
}

export function toNewWallet(body: CreateWalletDto): NewWallet {
  const { paid_credits: paid, granted_credits: granted } = body;
  const topUps: TopUp[] = [];
  if (paid !== undefined) topUps.push({ field: 'paid_credits', credits: paid, source: 'paid' });
  if (granted !== undefined) topUps.push({ field: 'granted_credits', credits: granted, source: 'granted' });
  return {
    customerId: body.customer_id,
    name: body.name ?? null,
    code: body.code ?? null,
    currency: body.currency,
    rateAmount: plainDecimal(body.rate_amount),
    priority: body.priority ?? DEFAULT_PRIORITY,
    expirationAt: body.expiration_at ?? null,
    topUps,
  };
}

export function toTopUp({ credits, source }: TopUpWalletDto): TopUp {
  return { field: 'credits', credits, source };
}

/** Returns the fields that the request contains. */
export function toWalletChanges(body: UpdateWalletDto): Partial<WalletChanges> {
  return withoutUndefined({ name: body.name, priority: body.priority, expirationAt: body.expiration_at });
}

export function toWalletResponse(wallet: WalletEntity): WalletDto {
  return versioned(wallet, {
    id: wallet.id,
    customer_id: wallet.customerId,
    name: wallet.name,
    code: wallet.code,
    currency: wallet.currency,
    rate_amount: wallet.rateAmount,
    priority: wallet.priority,
    expiration_at: wallet.expirationAt?.toISOString() ?? null,
    status: wallet.status,
    credits_balance: wallet.creditsBalance,
    balance_cents: Number(wallet.balanceCents),
    consumed_credits: wallet.consumedCredits,
    consumed_amount_cents: Number(wallet.consumedAmountCents),
    created_at: wallet.createdAt.toISOString(),
    updated_at: wallet.updatedAt.toISOString(),
    terminated_at: wallet.terminatedAt?.toISOString() ?? null,
  });
}
