/** Maximum nesting depth of a body, far more than any route needs. */
export const MAX_JSON_DEPTH = 32;

/** Maximum number of keys of one object, far more than any route needs. Bounds the time that validation takes. */
export const MAX_JSON_KEYS = 1000;

/** Keys that allow prototype pollution when an object is copied. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];

/** A defect that `JSON.parse` accepts. */
export interface JsonFinding {
  kind: 'too_deep' | 'too_many_keys' | 'duplicate_key' | 'reserved_key';
  /**
   * The duplicate key, or the dotted path of a reserved key or of the first key beyond the limit. Empty for nesting.
   */
  key: string;
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [34, 92, 58, 44];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [123, 125, 91, 93];

/**
 * Finds excessive nesting, duplicate keys, objects with too many keys, and reserved keys in JSON text. Scans the text
 * once and without recursion, so deep nesting cannot exhaust the stack. For invalid JSON, the result is arbitrary.
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

/**
 * Returns whether JSON text is nested too deeply. For JSON from third parties, in which duplicate and reserved keys are
 * harmless.
 */
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

/** Returns the dotted path of the key that begins at `from`. */
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

/** Returns the index of the closing quote of the string that begins at `from`, or the end of the text. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** Returns whether the string that ends at `end` is a key, i.e. a colon follows. */
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

/** Number of keys up to which searching an array is faster than a Set. Only a hostile object has many more. */
const SHORT = 16;

/** The keys of one object that have been read so far. */
class Keys {
  private readonly first: string[] = [];
  private others: Set<string> | null = null;

  get size(): number {
    return this.first.length + (this.others?.size ?? 0);
  }

  /** Returns false for a duplicate. */
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
