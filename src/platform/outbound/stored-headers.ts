import { toStoredText } from './stored-text';

/** Headers by name in lower case, as undici returns them. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Headers whose values can be credentials. */
const SECRET = /^(?:set-cookie2?|cookie|(?:proxy-)?authorization|.*(?:api-?key|secret|token|password).*)$/i;
const REMOVED = '[removed]';

/** Whether the value of a header can be a credential, which is never stored. */
export const isSecretHeader = (name: string): boolean => SECRET.test(name);

/** Returns one `name: value` a line, without secrets, cut after `maxChars`. */
export function toStoredHeaders(headers: ResponseHeaders, maxChars: number): string {
  let text = '';
  // Not Object.entries(), which takes three times as long.
  for (const name in headers) {
    if (text.length >= maxChars) break;
    const value = headers[name];
    for (const it of Array.isArray(value) ? value : [value ?? '']) {
      text += `${name}: ${isSecretHeader(name) ? REMOVED : it}\n`;
    }
  }
  return toStoredText(text, Math.min(maxChars, text.length));
}
