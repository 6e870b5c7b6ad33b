import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { DocumentPdf } from '../../documents';
import type { EmailEntity } from '../email.entity';
import { messageIdOf } from '../email.rules';
import { EmailsRepository, QUEUE } from '../emails.repository';
import { Correspondents, type Correspondence } from './correspondence';
import { dayOf, type EmailContent } from './email-content.rules';
import { EmailContents } from './email-contents';
import { EmailDocuments, LINK_SECONDS } from './email-documents';
import { composeMessage, type MessageParts } from './email-message';

interface Draft extends Correspondence {
  content: EmailContent;
}

/** Composes the message of an e-mail before its first attempt and stores it, so that every attempt sends the same bytes. */
@Injectable()
export class EmailPreparation {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: EmailsRepository,
    private readonly correspondents: Correspondents,
    private readonly contents: EmailContents,
    private readonly documents: EmailDocuments,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the message to send; null if there is nothing to say any more.
   *
   * @param from the address of the sender
   */
  async messageOf(email: EmailEntity, from: string): Promise<Buffer | null> {
    const { organizationId, id } = email;
    const { draft, stored } = await this.transactions.readFor(organizationId, async (tx) => ({
      draft: await this.draft(tx, email),
      stored: await this.repository.findMessage(tx, organizationId, id),
    }));
    if (draft === null || stored !== null) return draft === null ? null : (stored?.content ?? null);
    const pdfs = await this.documents.pdfs(organizationId, draft.content);
    return this.transactions.runFor({ organizationId, job: QUEUE }, (tx) =>
      this.compose(tx, email, from, draft, pdfs),
    );
  }

  private async draft(tx: Transaction, email: EmailEntity): Promise<Draft | null> {
    const correspondence = await this.correspondents.of(tx, email);
    const content = await this.contents.of(tx, email, correspondence.wording);
    return content === null ? null : { ...correspondence, content };
  }

  private async compose(
    tx: Transaction,
    email: EmailEntity,
    from: string,
    draft: Draft,
    pdfs: readonly DocumentPdf[],
  ): Promise<Buffer | null> {
    const { organizationId, id: emailId } = email;
    const locked = await this.repository.findForUpdate(tx, organizationId, emailId);
    if (locked?.state !== 'pending') return null;
    const stored = await this.repository.findMessage(tx, organizationId, emailId);
    if (stored !== null) return stored.content; // by an attempt that outlived its lease
    const parts = await this.parts(tx, locked, from, draft, pdfs);
    const content = await composeMessage(parts);
    const createdAt = this.clock.now();
    await this.repository.insertMessage(tx, { organizationId, emailId, content, createdAt });
    const { subject, messageId } = parts;
    await this.repository.update(tx, email, { subject, messageId, updatedAt: createdAt });
    return content;
  }

  private async parts(
    tx: Transaction,
    email: EmailEntity,
    from: string,
    { content, wording, name, replyTo }: Draft,
    pdfs: readonly DocumentPdf[],
  ): Promise<MessageParts> {
    const { organizationId, id, recipient, locale } = email;
    const date = this.clock.now();
    const linksUntil = dayOf(new Date(date.getTime() + LINK_SECONDS * 1000), wording);
    const links = await this.documents.linksTo(tx, organizationId, content);
    const isComplete = pdfs.length === content.documents.length;
    const note = isComplete ? [] : [wording.texts('email.not_attached')];
    return {
      messageId: messageIdOf(id, from),
      date,
      from: { name: wording.seller, address: from },
      replyTo,
      to: recipient ?? '',
      locale,
      subject: content.subject,
      name,
      paragraphs: [...content.paragraphs, ...note],
      payUrl: content.payUrl,
      links,
      linksUntil,
      attachments: pdfs.map(({ filename, content: pdf }) => ({ filename, content: pdf })),
    };
  }
}
