import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../platform/database/columns';
import type { InvoiceHold, PaymentRequestStatus } from './payment-request.rules';

@Entity('payment_requests')
@Index('payment_requests_created', ['organizationId', 'createdAt', 'id'])
@Index('payment_requests_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('payment_requests_status', ['organizationId', 'paymentStatus', 'createdAt', 'id'])
@Index('payment_requests_campaign', ['organizationId', 'dunningCampaignId', 'createdAt', 'id'])
@Index('payment_requests_open', ['organizationId', 'customerId', 'currency'], {
  unique: true,
  where: "payment_status = 'pending' AND dunning_campaign_id IS NOT NULL",
})
export class PaymentRequestEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  /** The campaign that opened the request. Null, like the next two columns, if it was created through the API. */
  @Column({ type: 'uuid', nullable: true }) dunningCampaignId!: string | null;
  /** Copied from the campaign when it opened the request. */
  @Column({ type: 'integer', nullable: true }) maxAttempts!: number | null;
  @Column({ type: 'integer', nullable: true }) daysBetweenAttempts!: number | null;
  @Column({ type: 'text' }) currency!: string;
  /** The amount due when the request was opened. */
  @AmountCents() amountCents!: bigint;
  /** The amount paid through the request so far. */
  @AmountCents() amountPaidCents!: bigint;
  /** A pending request is open: its invoices are in no other open request. */
  @Column({ type: 'text' }) paymentStatus!: PaymentRequestStatus;
  @Column({ type: 'integer' }) paymentAttempts!: number;
  /** The payment of the latest attempt; its failure may end the request. */
  @Column({ type: 'uuid', nullable: true }) lastPaymentId!: string | null;
  /**
   * When the next attempt is due or, after the last one, when the request fails. A review is queued for the same time.
   * Null for a request that has ended or was created through the API.
   */
  @OptionalTimestamp() nextActionAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}

/** An invoice of a request. The invoices of a request never change. */
@Entity('payment_request_invoices')
@Index('payment_request_invoices_open', ['organizationId', 'invoiceId'], {
  unique: true,
  where: "state = 'open'",
})
@Index('payment_request_invoices_invoice', ['organizationId', 'invoiceId'])
export class PaymentRequestInvoiceEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) paymentRequestId!: string;
  @PrimaryColumn({ type: 'uuid' }) invoiceId!: string;
  @Column({ type: 'text' }) state!: InvoiceHold;
}
