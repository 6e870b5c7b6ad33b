import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { Buyer } from '../customers';
import type { DocumentSeller } from './document-data';

/** The document of a final invoice or credit note: what it froze when that became final. */
@Entity('documents')
@Index('documents_invoice', ['organizationId', 'invoiceId'], {
  unique: true,
  where: 'invoice_id IS NOT NULL',
})
@Index('documents_credit_note', ['organizationId', 'creditNoteId'], {
  unique: true,
  where: 'credit_note_id IS NOT NULL',
})
@Index('documents_customer', ['organizationId', 'customerId'])
@Index('documents_logo', ['organizationId', 'logoId'], { where: 'logo_id IS NOT NULL' })
@Index('documents_due', ['dueAt', 'organizationId', 'id'], { where: 'due_at IS NOT NULL' })
@Check('documents_subject', 'num_nonnulls(invoice_id, credit_note_id) = 1')
@Check('documents_rendered', '(rendered_at IS NULL) = (sha256 IS NULL)')
export class DocumentEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** Either this or `creditNoteId`. */
  @Column({ type: 'uuid', nullable: true }) invoiceId!: string | null;
  @Column({ type: 'uuid', nullable: true }) creditNoteId!: string | null;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'jsonb' }) seller!: DocumentSeller;
  @Column({ type: 'jsonb' }) buyer!: Buyer;
  @Column({ type: 'text' }) locale!: string;
  /** The name of the template that renders it. */
  @Column({ type: 'text' }) template!: string;
  @Column({ type: 'uuid', nullable: true }) logoId!: string | null;
  /** When the job renders it; null once it is rendered, and where documents are rendered on demand. */
  @OptionalTimestamp() dueAt!: Date | null;
  @OptionalTimestamp() renderedAt!: Date | null;
  /** Of the PDF, in hex. */
  @Column({ type: 'text', nullable: true }) sha256!: string | null;
  @Timestamp() createdAt!: Date;
}

/** A rendered document. Never changed. */
@Entity('document_files')
export class DocumentFileEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) documentId!: string;
  /** With a placeholder for the bytes of the logo. */
  @Column({ type: 'text' }) html!: string;
  @Column({ type: 'bytea' }) pdf!: Buffer;
}

/** A logo. One that a document froze is kept after it was replaced. */
@Entity('document_logos')
@Index('document_logos_current', ['organizationId'], { unique: true, where: 'is_current' })
export class DocumentLogoEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) contentType!: string;
  @Column({ type: 'bytea' }) content!: Buffer;
  /** Whether documents that become final now get it. */
  @Column({ type: 'boolean' }) isCurrent!: boolean;
  @Timestamp() createdAt!: Date;
}

/** A public link to a document. */
@Entity('document_links')
@Index('document_links_token', ['organizationId', 'tokenHash'], { unique: true })
@Index('document_links_document', ['organizationId', 'documentId', 'expiresAt'])
export class DocumentLinkEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) documentId!: string;
  /** SHA-256 in hex; the token itself is not stored. */
  @Column({ type: 'text' }) tokenHash!: string;
  @Timestamp() expiresAt!: Date;
  @Timestamp() createdAt!: Date;
}
