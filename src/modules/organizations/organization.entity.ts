import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RowVersion, Timestamp } from '../../platform/database/columns';
import { DEFAULT_LOCALE } from '../../platform/locales';
import { DEFAULT_ACCENT_COLOR, DEFAULT_TEMPLATE } from '../documents';

@Entity('organizations')
export class OrganizationEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) defaultCurrency!: string;
  @Column({ type: 'text' }) timezone!: string;

  /** The details of the seller that documents show, from here to `legalText`. */
  @Column({ type: 'text', nullable: true }) legalName!: string | null;
  @Column({ type: 'text', nullable: true }) addressLine1!: string | null;
  @Column({ type: 'text', nullable: true }) addressLine2!: string | null;
  @Column({ type: 'text', nullable: true }) zipcode!: string | null;
  @Column({ type: 'text', nullable: true }) city!: string | null;
  @Column({ type: 'text', nullable: true }) state!: string | null;
  @Column({ type: 'text', nullable: true }) country!: string | null;
  @Column({ type: 'text', nullable: true }) taxId!: string | null;
  @Column({ type: 'text', nullable: true }) legalText!: string | null;
  /** `#rrggbb`. */
  @Column({ type: 'text', default: DEFAULT_ACCENT_COLOR }) accentColor!: string;
  @Column({ type: 'text', default: DEFAULT_LOCALE }) locale!: string;
  /** Name of the template of new documents. */
  @Column({ type: 'text', default: DEFAULT_TEMPLATE }) documentTemplate!: string;
  /** Digest of the logo; null for none. */
  @Column({ type: 'text', nullable: true }) logoSha256!: string | null;

  /** Which e-mails go to customers (docs/billing-rules.md#e-mails), from here to `emailReplyTo`. */
  @Column({ type: 'boolean', default: false }) emailInvoices!: boolean;
  @Column({ type: 'boolean', default: false }) emailReceipts!: boolean;
  @Column({ type: 'boolean', default: false }) emailCreditNotes!: boolean;
  @Column({ type: 'boolean', default: false }) emailPaymentRequests!: boolean;
  @Column({ type: 'text', nullable: true }) emailReplyTo!: string | null;

  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
}
