import {
  AnswerField,
  CreatedAtField,
  CurrencyField,
  IdField,
  TextField,
  UpdatedAtField,
} from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { CheckoutDto } from '../collection.dto';
import type { PaymentMethodEntity, ProviderCustomerEntity } from './payment-method.entity';

const ID = '0199a3c4-5b7e-7b32-9e4d-5f6a7b8c9d0e';
const CUSTOMER = {
  description: 'Id of the customer',
  type: String,
  format: 'uuid',
  example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c',
} as const;
const PROVIDER = { description: 'The provider that keeps it', type: String, example: 'stripe' } as const;
const PROVIDER_CUSTOMER = {
  description: 'Id of the customer at the provider',
  example: 'cus_NffrFeUfNV2Hib',
};

export class SetupPaymentMethodDto extends CheckoutDto {
  @CurrencyField({
    description: 'The currency in which the method will be charged; by default the customer’s',
    example: 'EUR',
    optional: true,
  })
  currency?: string;
}

export class PaymentMethodSetupDto {
  @IdField('setup', '0199a3c4-5b7e-7b32-9e4d-5f6a7b8c9d0f') id!: string;
  @AnswerField({
    description: 'The page on which the customer saves a method',
    type: String,
    example: 'https://checkout.stripe.com/c/pay/cs_live_b2',
  })
  url!: string;
  @AnswerField({
    description: 'When the page ends, by the provider',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-02T09:30:00.000Z',
  })
  expires_at!: string | null;
}

export class ListPaymentMethodsDto extends pageQuery(['created_at']) {}

export class PaymentMethodDto {
  @IdField('payment method', ID) id!: string;
  @AnswerField(CUSTOMER) customer_id!: string;
  @AnswerField(PROVIDER) provider!: string;
  @AnswerField({
    description: '`card`, `bank_debit`, or the provider’s name of the type',
    type: String,
    example: 'card',
  })
  type!: string;
  @AnswerField({ description: 'What people recognize', type: String, example: 'visa 4242' }) label!: string;
  @AnswerField({ description: 'When it expires', type: String, nullable: true, example: '2030-12' })
  expires_on!: string | null;
  @AnswerField({
    description: 'Whether it can be charged: not expired, not revoked',
    type: Boolean,
    example: true,
  })
  is_usable!: boolean;
  @AnswerField({
    description: 'Whether automatic collection charges it',
    type: Boolean,
    example: true,
  })
  is_default!: boolean;
  @AnswerField({
    description: 'Id of the method at the provider',
    type: String,
    example: 'pm_1MqLiJLkdIwHu7ix',
  })
  provider_method_id!: string;
  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
}

export class PutProviderCustomerDto {
  @TextField(PROVIDER_CUSTOMER) provider_customer_id!: string;
}

export class ProviderCustomerDto {
  @IdField('mapping', '0199a3c4-5b7e-7b32-9e4d-5f6a7b8c9d10') id!: string;
  @AnswerField(CUSTOMER) customer_id!: string;
  @AnswerField(PROVIDER) provider!: string;
  @AnswerField({ ...PROVIDER_CUSTOMER, type: String }) provider_customer_id!: string;
  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
}

export function toPaymentMethodResponse(method: PaymentMethodEntity): PaymentMethodDto {
  return {
    id: method.id,
    customer_id: method.customerId,
    provider: method.provider,
    type: method.type,
    label: method.label,
    expires_on: method.expiresOn,
    is_usable: method.isUsable,
    is_default: method.isDefault,
    provider_method_id: method.providerMethodId,
    created_at: method.createdAt.toISOString(),
    updated_at: method.updatedAt.toISOString(),
  };
}

export function toProviderCustomerResponse(mapping: ProviderCustomerEntity): ProviderCustomerDto {
  return {
    id: mapping.id,
    customer_id: mapping.customerId,
    provider: mapping.provider,
    provider_customer_id: mapping.providerCustomerId,
    created_at: mapping.createdAt.toISOString(),
    updated_at: mapping.updatedAt.toISOString(),
  };
}
