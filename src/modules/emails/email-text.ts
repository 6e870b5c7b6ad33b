import { escapeHtml } from '../documents';

/** The text of an e-mail, without its layout. */
export interface EmailText {
  /** Locale of the text. */
  language: string;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  /** The documents, by their names. */
  links: readonly { label: string; url: string }[];
  signature: string;
}

/** Writes the text for clients that show no HTML. */
export function plainText({ greeting, paragraphs, links, signature }: EmailText): string {
  const lines = links.map(({ label, url }) => `${label}: ${url}`);
  return `${[greeting, ...paragraphs, ...(lines.length > 0 ? [lines.join('\n')] : []), signature].join('\n\n')}\n`;
}

const STYLE = 'font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;max-width:40rem';

/** Writes the text as HTML that needs no images, styles or fonts from elsewhere. */
export function htmlText({ language, subject, greeting, paragraphs, links, signature }: EmailText): string {
  const paragraph = (text: string): string => `<p dir="auto">${escapeHtml(text)}</p>`;
  const items = links.map(
    ({ label, url }) => `<li dir="auto"><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></li>`,
  );
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(subject)}</title></head><body style="${STYLE}">`,
    ...[greeting, ...paragraphs].map(paragraph),
    ...(items.length > 0 ? ['<ul>', ...items, '</ul>'] : []),
    `${paragraph(signature)}</body></html>`,
  ].join('\n');
}
