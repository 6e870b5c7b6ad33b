/** A piece of HTML whose texts are escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

/** What stands in a template: text is escaped, null is nothing. */
export type HtmlPart = string | number | Html | null | readonly HtmlPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);

/** Returns HTML from a template literal; every value but `Html` is escaped, also in attributes with quotes. */
export function html(texts: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + markupOf(parts[index - 1] ?? null) + text));
}

function markupOf(part: HtmlPart): string {
  if (part === null) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(markupOf).join('\n');
}
