import { Inject, Injectable } from '@nestjs/common';
import MailComposer from 'nodemailer/lib/mail-composer';
import { CONFIG, type Config } from '../../platform/config/config';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { textIn } from '../../platform/locales';
import { Mailer } from '../../platform/mail/mailer';
import { DocumentLinks, DocumentsService } from '../documents';
import { EmailContents, type EmailContent, type EmailDocument } from './email-contents';
import type { EmailEntity } from './email.entity';
import { htmlText, plainText, type EmailText } from './email-text';

/** The most documents that one e-mail has attached; the others have only a link, because servers limit the size. */
const MAX_ATTACHMENTS = 10;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A message as it is sent. */
export interface WrittenEmail {
  subject: string;
  /** The whole message (RFC 5322). */
  message: Buffer;
}

/** Writes the message of an e-mail, with its documents attached and linked (docs/billing-rules.md#e-mails). */
@Injectable()
export class EmailWriter {
  constructor(
    private readonly contents: EmailContents,
    private readonly documents: DocumentsService,
    private readonly links: DocumentLinks,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws MailNotConfiguredError; ExtensionFailedError if the template of a document fails. */
  async write(email: EmailEntity): Promise<WrittenEmail> {
    const content = await this.contents.of(email);
    const { sender } = this.mailer;
    const text = this.textOf(content);
    const composer = new MailComposer({
      from: { name: content.seller ?? '', address: sender },
      to: { name: content.buyer ?? '', address: email.recipient },
      ...(email.replyTo === null ? {} : { replyTo: email.replyTo }),
      subject: text.subject,
      text: plainText(text),
      html: htmlText(text),
      attachments: await this.attachmentsOf(content.documents),
      date: this.clock.now(),
      // The same in every attempt, so that a mail server can recognize a message that it gets twice.
      messageId: `<${email.id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      newline: '\r\n', // as in transit, so that the kept bytes are those that are sent
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { subject: text.subject, message: await composer.compile().build() };
  }

  private textOf({ language, seller, buyer, subject, paragraphs, documents }: EmailContent): EmailText {
    return {
      language,
      subject,
      greeting:
        buyer === null
          ? textIn(language, 'email.greeting')
          : textIn(language, 'email.greeting_name', { name: buyer }),
      paragraphs,
      links: documents.map(({ key, title }) => {
        const { url } = this.links.create(key, YEAR_SECONDS, this.config.publicUrl ?? '');
        return { label: title, url };
      }),
      signature: seller ?? '',
    };
  }

  private async attachmentsOf(documents: readonly EmailDocument[]) {
    const attachments: { filename: string; content: Buffer; contentType: string }[] = [];
    for (const { key, view } of documents.slice(0, MAX_ATTACHMENTS)) {
      const { pdf, name } = await this.documents.pdf(key, view);
      attachments.push({ filename: `${name}.pdf`, content: pdf, contentType: 'application/pdf' });
    }
    return attachments;
  }
}
