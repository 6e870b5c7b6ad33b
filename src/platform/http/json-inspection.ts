/** Deepest nesting accepted; nothing in the interface comes near it. */
export const MAX_JSON_DEPTH = 32;

/** Most keys of one object: what is done with each costs more the more there are. Nothing in the interface comes near it. */
export const MAX_JSON_KEYS = 1000;

/** Keys that change what an object is when they are copied carelessly. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];

/** What plain `JSON.parse` lets through in silence. */
export interface JsonFinding {
  kind: 'too_deep' | 'too_many_keys' | 'duplicate_key' | 'reserved_key';
  /** The dotted path of a reserved key, or of the first one too many. */
  key: string;
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [34, 92, 58, 44];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [123, 125, 91, 93];

/**
 * Looks through JSON text for nesting that is too deep, a key given twice in one object, too many of them, and reserved keys.
 * Reads the text once, without recursion, so that hostile depth costs nothing. Expects valid JSON; on other
 * text it finds what it finds.
 */
export function inspectJson(text: string): JsonFinding | null {
  const open: (Keys | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      open.push(code === OPEN_OBJECT ? new Keys() : null);
      if (open.length > MAX_JSON_DEPTH) return { kind: 'too_deep', key: '' };
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      open.pop();
    } else if (code === QUOTE) {
      const from = at;
      at = endOfString(text, from);
      const finding = isKey(text, at) ? checkKey(text.slice(from, at + 1), open.at(-1) ?? null) : null;
      if (finding?.kind === 'duplicate_key') return finding;
      if (finding !== null) return { ...finding, key: pathOf(text, from, finding.key) };
    }
  }
  return null;
}

/** The same look at the nesting alone, for JSON that others write and whose keys are none of our business. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--;
    else if (code === QUOTE) at = endOfString(text, at);
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** The dotted path of the key that begins at `from`. */
function pathOf(text: string, from: number, key: string): string {
  const steps: (string | number)[] = [];
  for (let at = 0; at < from; at++) {
    const code = text.charCodeAt(at);
    const last = steps.at(-1);
    if (code === OPEN_OBJECT) steps.push('');
    else if (code === OPEN_LIST) steps.push(0);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) steps.pop();
    else if (code === COMMA && typeof last === 'number') steps[steps.length - 1] = last + 1;
    else if (code === QUOTE) {
      const begin = at;
      at = endOfString(text, begin);
      if (isKey(text, at)) steps[steps.length - 1] = unquote(text.slice(begin, at + 1));
    }
  }
  return [...steps.slice(0, -1), key].join('.');
}

/** Where the string ends that begins at `from`: at its closing quote, or with the text. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** Whether the string that ends at `end` is followed by a colon. */
function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= 32) next++;
  return text.charCodeAt(next) === COLON;
}

function checkKey(quoted: string, seen: Keys | null): JsonFinding | null {
  const key = unquote(quoted);
  if (RESERVED.includes(key)) return { kind: 'reserved_key', key };
  if (seen?.add(key) === false) return { kind: 'duplicate_key', key };
  return seen !== null && seen.size > MAX_JSON_KEYS ? { kind: 'too_many_keys', key } : null;
}

/** A list is the faster set while it is short, which most objects are; a hostile one is not. */
const SHORT = 16;

/** The keys of one object. */
class Keys {
  private readonly first: string[] = [];
  private others: Set<string> | null = null;

  get size(): number {
    return this.first.length + (this.others?.size ?? 0);
  }

  /** Answers false for a key that is there already. */
  add(key: string): boolean {
    if (this.first.includes(key) || this.others?.has(key) === true) return false;
    if (this.first.length < SHORT) this.first.push(key);
    else (this.others ??= new Set()).add(key);
    return true;
  }
}

function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
