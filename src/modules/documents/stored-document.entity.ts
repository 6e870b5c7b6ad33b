import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OptionalTimestamp, OrganizationId, Timestamp } from '../../platform/database/columns';
import type { DocumentKind } from './content';

/** A final document, drawn once. */
@Entity('documents')
@Index('documents_due', ['nextAttemptAt', 'organizationId', 'kind', 'objectId'], {
  where: 'next_attempt_at IS NOT NULL',
})
@Check('documents_drawn', '(sha256 IS NULL) = (pdf IS NULL) AND (sha256 IS NULL) = (html IS NULL)')
export class StoredDocumentEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) kind!: DocumentKind;
  /** ID of the invoice or credit note. */
  @PrimaryColumn({ type: 'uuid' }) objectId!: string;
  /** Null until the document is drawn; so are the next two columns. */
  @Column({ type: 'text', nullable: true }) html!: string | null;
  @Column({ type: 'bytea', nullable: true }) pdf!: Buffer | null;
  /** Digest of the PDF, in hexadecimal digits. */
  @Column({ type: 'text', nullable: true }) sha256!: string | null;
  /** When the document is drawn, by the database's clock; null once it is. A worker that draws it moves the time. */
  @OptionalTimestamp() nextAttemptAt!: Date | null;
  /** When drawing first failed; null if it has not. */
  @OptionalTimestamp() failingSince!: Date | null;
  /** Why the last attempt failed. */
  @Column({ type: 'text', nullable: true }) error!: string | null;
  @Timestamp() createdAt!: Date;
  @OptionalTimestamp() drawnAt!: Date | null;
}

/** The logo of an organization; neither changed nor deleted, because documents refer to it by its digest. */
@Entity('organization_logos')
export class LogoEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) sha256!: string;
  @Column({ type: 'text' }) contentType!: 'image/png' | 'image/jpeg';
  /** In pixels. */
  @Column({ type: 'integer' }) width!: number;
  @Column({ type: 'integer' }) height!: number;
  @Column({ type: 'bytea' }) bytes!: Buffer;
  @Timestamp() createdAt!: Date;
}
