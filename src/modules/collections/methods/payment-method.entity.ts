import { Check, Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../../platform/database/columns';
import type { SetupState } from '../../payments/collector-kit';

/** A customer at a provider, whose saved methods are read from there. */
@Entity('provider_customers')
@Index('provider_customers_customer', ['organizationId', 'customerId', 'provider'], { unique: true })
@Index('provider_customers_provider', ['organizationId', 'provider', 'providerCustomerId'], { unique: true })
@Index('provider_customers_due', ['nextActionAt', 'organizationId', 'id'], {
  where: 'next_action_at IS NOT NULL',
})
export class ProviderCustomerEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'text' }) provider!: string;
  @Column({ type: 'text' }) providerCustomerId!: string;
  @Column({ type: 'integer', default: 0 }) polls!: number;
  /** When the saved methods are read, in real time; null: they have been. */
  @OptionalTimestamp() nextActionAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}

/** A saved method, without any number that would let someone pay with it (docs/payments.md#saved-methods). */
@Entity('payment_methods')
@Index('payment_methods_provider', ['organizationId', 'provider', 'providerMethodId'], { unique: true })
@Index('payment_methods_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('payment_methods_default', ['organizationId', 'customerId'], { unique: true, where: 'is_default' })
@Check('payment_methods_default_exists', 'deleted_at IS NULL OR NOT is_default')
export class PaymentMethodEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'text' }) provider!: string;
  @Column({ type: 'text' }) providerCustomerId!: string;
  @Column({ type: 'text' }) providerMethodId!: string;
  /** `card`, `bank_debit`, or the provider's name of the type. */
  @Column({ type: 'text' }) type!: string;
  @Column({ type: 'text' }) label!: string;
  @Column({ type: 'text', nullable: true }) expiresOn!: string | null;
  @Column({ type: 'boolean' }) isUsable!: boolean;
  @Column({ type: 'boolean' }) isDefault!: boolean;
  /** Deleted here or at the provider: never charged again. */
  @OptionalTimestamp() deletedAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}

/** A page of a provider on which a customer saves a method. */
@Entity('payment_method_setups')
@Index('payment_method_setups_customer', ['organizationId', 'customerId'])
@Index('payment_method_setups_due', ['nextActionAt', 'organizationId', 'id'], {
  where: 'next_action_at IS NOT NULL',
})
@Index('payment_method_setups_open', ['organizationId', 'provider'], { where: 'next_action_at IS NOT NULL' })
export class PaymentMethodSetupEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'text' }) provider!: string;
  @Column({ type: 'text', nullable: true }) setupObjectId!: string | null;
  @Column({ type: 'text' }) status!: SetupState['status'];
  @Column({ type: 'integer', default: 0 }) polls!: number;
  /** When the provider is asked next, in real time; null once it is over. */
  @OptionalTimestamp() nextActionAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
