import { PartialType, PickType } from '@nestjs/swagger';
import { plainDecimal } from '../../platform/domain/decimal-string';
import {
  AnswerField,
  CurrencyField,
  DateTimeField,
  DecimalField,
  EnumField,
  IntegerField,
  ListOf,
  ObjectOf,
  TextField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import {
  AutoTopUpDto,
  AutoTopUpInputDto,
  toAutoTopUp,
  toAutoTopUpResponse,
} from './auto-top-ups/auto-top-up.dto';
import { autoTopUpOf, columnsOf, type AutoTopUpColumns } from './auto-top-ups/auto-top-up.rules';
import { CREDITS, CREDITS_RULE } from './credits-field';
import {
  MAX_GRANTS,
  RecurringGrantDto,
  RecurringGrantInputDto,
  toGrantInput,
  toGrantResponse,
} from './grants/recurring-grant.dto';
import type { GrantInput } from './grants/recurring-grant.rules';
import type { WalletEntity } from './wallet.entity';
import { WALLET_STATUSES, type TopUpSource, type WalletStatus } from './wallet.rules';
import { IdOf, KeyOf } from '../../platform/http/references';
import { CUSTOMER_REFERENCE } from '../customers';

const MAYBE = { optional: true, nullable: true } as const;
const RATE = { min: '0.0000000001', max: '1000000000', decimals: 10 };
const DEFAULT_PRIORITY = 50;

const FIELDS = {
  customer_id: { description: 'Id of the customer', example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21' },
  name: { description: 'Name of the wallet', example: 'Prepaid credits' },
  code: {
    description: "Your own id for the wallet; unique among the customer's active wallets",
    example: 'prepaid',
  },
  currency: {
    description:
      'Only invoices in this currency use the wallet; it must be that of the customer, if that has one',
    example: 'EUR',
  },
  rate_amount: { description: 'Value of a credit, in major units of the currency', example: '1.5' },
  priority: {
    description: 'Invoices use wallets with a lower priority first; with equal priority, the oldest',
    example: 1,
  },
  expiration_at: {
    description: 'When the balance is voided and the wallet terminated; null for never',
    example: '2036-12-31T23:00:00.000Z',
  },
  auto_top_up: {
    description: 'Sells credits by itself when the balance falls below a limit; null: never',
  },
  recurring_grants: {
    description: `Free credits of every period, at most ${MAX_GRANTS} grants. An update with them replaces all; one that is repeated goes on`,
  },
  status: { description: 'Whether the wallet can be used', example: 'active' },
};

export class CreateWalletDto {
  @IdOf(CUSTOMER_REFERENCE) customer_id!: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;
  @TextField({ ...FIELDS.name, ...MAYBE }) name?: string | null;
  @TextField({ ...FIELDS.code, ...MAYBE }) code?: string | null;
  @CurrencyField(FIELDS.currency) currency!: string;
  @DecimalField({ ...FIELDS.rate_amount, ...RATE }) rate_amount!: string;

  @IntegerField({ ...FIELDS.priority, optional: true, default: DEFAULT_PRIORITY, min: 1, max: 50 })
  priority?: number;

  @DateTimeField({ ...FIELDS.expiration_at, ...MAYBE }) expiration_at?: Date | null;

  @ObjectOf(() => AutoTopUpInputDto, { ...FIELDS.auto_top_up, ...MAYBE })
  auto_top_up?: AutoTopUpInputDto | null;

  @ListOf(() => RecurringGrantInputDto, { ...FIELDS.recurring_grants, optional: true, max: MAX_GRANTS })
  recurring_grants?: RecurringGrantInputDto[];

  @DecimalField({
    description: `Credits that the customer has paid for, recorded as received; ${CREDITS_RULE}`,
    example: '100',
    optional: true,
    ...CREDITS,
  })
  paid_credits?: string;

  @DecimalField({
    description: `Free credits; ${CREDITS_RULE}`,
    example: '10',
    optional: true,
    ...CREDITS,
  })
  granted_credits?: string;
}

export class UpdateWalletDto extends PartialType(
  PickType(CreateWalletDto, ['name', 'priority', 'expiration_at', 'auto_top_up', 'recurring_grants']),
  { skipNullProperties: false },
) {}

export class ListWalletsDto extends pageQuery(['created_at']) {
  @UuidField({ ...FIELDS.customer_id, description: 'Only those of this customer', optional: true })
  customer_id?: string;

  @EnumField({
    ...FIELDS.status,
    description: 'Only wallets with this status',
    values: WALLET_STATUSES,
    optional: true,
  })
  status?: WalletStatus;
}

export class WalletDto {
  @AnswerField({
    description: 'Id of the wallet',
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

  @AnswerField({ ...FIELDS.auto_top_up, type: AutoTopUpDto, nullable: true })
  auto_top_up!: AutoTopUpDto | null;

  @AnswerField({ ...FIELDS.recurring_grants, type: [RecurringGrantDto] })
  recurring_grants!: RecurringGrantDto[];

  @AnswerField({ ...FIELDS.status, type: String, enum: [...WALLET_STATUSES] }) status!: string;

  @AnswerField({
    description: 'Credits of the wallet: the sum of its transactions',
    type: String,
    example: '110',
  })
  credits_balance!: string;

  @AnswerField({
    description: 'Balance of the wallet in the minor unit: the sum of its transactions',
    type: 'integer',
    example: 16500,
  })
  balance_cents!: number;

  @AnswerField({
    description: 'Credits that invoices have used, less those that voided invoices gave back',
    type: String,
    example: '0',
  })
  consumed_credits!: string;

  @AnswerField({
    description: 'Amount that invoices have used, less what voided invoices gave back, in the minor unit',
    type: 'integer',
    example: 0,
  })
  consumed_amount_cents!: number;

  @AnswerField({
    description: 'When it was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When it last changed',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;

  @AnswerField({
    description: 'When it was terminated; null while it is active',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  terminated_at!: string | null;
}

/** The request for a new wallet. */
export interface NewWallet extends AutoTopUpColumns {
  customerId: string;
  name: string | null;
  code: string | null;
  currency: string;
  rateAmount: string;
  priority: number;
  expirationAt: Date | null;
  recurringGrants: GrantInput[];
  topUps: TopUp[];
}

/** The fields of a wallet that a request may change. */
export type WalletChanges = Pick<NewWallet, 'name' | 'priority' | 'expirationAt' | 'recurringGrants'> &
  AutoTopUpColumns;

/** Credits to add to a wallet, with the field of the request that names them. */
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
    ...columnsOf(body.auto_top_up ? toAutoTopUp(body.auto_top_up) : null),
    recurringGrants: (body.recurring_grants ?? []).map(toGrantInput),
    topUps,
  };
}

/** Returns the fields that the request names; the others stay. */
export function toWalletChanges(body: UpdateWalletDto): Partial<WalletChanges> {
  const { auto_top_up: rule, name, priority, expiration_at: expirationAt } = body;
  const recurringGrants = body.recurring_grants?.map(toGrantInput);
  return {
    ...withoutUndefined({ name, priority, expirationAt, recurringGrants }),
    ...(rule === undefined ? {} : columnsOf(rule && toAutoTopUp(rule))),
  };
}

export function toWalletResponse(wallet: WalletEntity): WalletDto {
  return {
    id: wallet.id,
    customer_id: wallet.customerId,
    name: wallet.name,
    code: wallet.code,
    currency: wallet.currency,
    rate_amount: wallet.rateAmount,
    priority: wallet.priority,
    expiration_at: wallet.expirationAt?.toISOString() ?? null,
    auto_top_up: toAutoTopUpResponse(autoTopUpOf(wallet)),
    recurring_grants: wallet.recurringGrants.map(toGrantResponse),
    status: wallet.status,
    credits_balance: wallet.creditsBalance,
    balance_cents: Number(wallet.balanceCents),
    consumed_credits: wallet.consumedCredits,
    consumed_amount_cents: Number(wallet.consumedAmountCents),
    created_at: wallet.createdAt.toISOString(),
    updated_at: wallet.updatedAt.toISOString(),
    terminated_at: wallet.terminatedAt?.toISOString() ?? null,
  };
}
