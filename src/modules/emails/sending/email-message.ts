import MailComposer from 'nodemailer/lib/mail-composer';
import { textsOf } from '../../../platform/locales/locales';

/** Everything that the message of an e-mail is made of. */
export interface MessageParts {
  messageId: string;
  date: Date;
  from: { name: string; address: string };
  replyTo: string | null;
  to: string;
  locale: string;
  subject: string;
  /** Of the customer. */
  name: string | null;
  paragraphs: readonly string[];
  /** Our page on which the recipient pays. */
  payUrl: string | null;
  links: readonly { number: string; url: string }[];
  /** The day on which the links expire, as the locale writes it. */
  linksUntil: string;
  attachments: readonly { filename: string; content: Buffer }[];
}

/** Returns a message in the format of RFC 5322: plain text and HTML, with the attachments. */
export function composeMessage(parts: MessageParts): Promise<Buffer> {
  const composer = new MailComposer({
    messageId: parts.messageId,
    date: parts.date,
    from: parts.from,
    ...(parts.replyTo === null ? {} : { replyTo: parts.replyTo }),
    to: { name: '', address: parts.to },
    subject: parts.subject,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': parts.locale },
    text: textOf(parts),
    html: htmlOf(parts),
    attachments: parts.attachments.map((it) => ({ ...it, contentType: 'application/pdf' })),
    newline: 'windows', // as the mail server gets it
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

interface Words {
  greeting: string;
  links: string;
  closing: string;
  pay: string;
  link: (number: string) => string;
}

function wordsOf({ locale, name, linksUntil }: MessageParts): Words {
  const texts = textsOf(locale);
  return {
    greeting: name === null ? texts('email.greeting_without_name') : texts('email.greeting', { name }),
    links: texts('email.links', { date: linksUntil }),
    closing: texts('email.closing'),
    pay: texts('email.pay'),
    link: (number) => texts('email.link', { number }),
  };
}

function textOf(parts: MessageParts): string {
  const { greeting, links, closing, pay } = wordsOf(parts);
  const toPay = parts.payUrl === null ? [] : [`${pay}: ${parts.payUrl}`];
  const urls = parts.links.map(({ number, url }) => `${number}: ${url}`);
  const linked = urls.length === 0 ? [] : [[links, ...urls].join('\n')];
  return (
    [greeting, ...parts.paragraphs, ...toPay, ...linked, `${closing}\n${parts.from.name}`].join('\n\n') + '\n'
  );
}

function htmlOf(parts: MessageParts): string {
  const { greeting, links, closing, pay, link } = wordsOf(parts);
  const paragraphs = [greeting, ...parts.paragraphs].map((it) => `<p>${escaped(it)}</p>`);
  const toPay =
    parts.payUrl === null ? [] : [`<p><a href="${escaped(parts.payUrl)}">${escaped(pay)}</a></p>`];
  const items = parts.links.map(
    ({ number, url }) => `<li><a href="${escaped(url)}">${escaped(link(number))}</a></li>`,
  );
  const linked = items.length === 0 ? [] : [`<p>${escaped(links)}</p>`, `<ul>${items.join('')}</ul>`];
  const end = `<p>${escaped(closing)}<br>${escaped(parts.from.name)}</p>`;
  return [
    `<!doctype html><html lang="${parts.locale}"><head><meta charset="utf-8">`,
    `<title>${escaped(parts.subject)}</title></head>`,
    '<body style="font-family:sans-serif;line-height:1.5;max-width:40em">',
    ...paragraphs,
    ...toPay,
    ...linked,
    end,
    '</body></html>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (it) => ENTITIES[it] ?? it);
