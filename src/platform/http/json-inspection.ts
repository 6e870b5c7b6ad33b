/** Deepest nesting accepted; nothing in the interface comes near it. */
export const MAX_JSON_DEPTH = 32;

/** Keys that change what an object is when they are copied carelessly. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** What plain `JSON.parse` lets through in silence. */
export interface JsonFinding {
  kind: 'too_deep' | 'duplicate_key' | 'reserved_key';
  key: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * Looks through JSON text for nesting that is too deep, a key given twice in one object, and reserved keys.
 * Reads the text once, without recursion, so that hostile depth costs nothing. Expects valid JSON; on other
 * text it finds what it finds.
 */
export function inspectJson(text: string): JsonFinding | null {
  const open: (Set<string> | null)[] = [];
  let lastString: string | null = null;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) {
      lastString = token;
      continue;
    }
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null);
      if (open.length > MAX_JSON_DEPTH) return { kind: 'too_deep', key: '' };
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ':' && lastString !== null) {
      const finding = checkKey(lastString, open.at(-1) ?? null);
      if (finding !== null) return finding;
    }
    lastString = null;
  }
  return null;
}

/** The same look at the nesting alone, for JSON that others write and whose keys are none of our business. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

function checkKey(quoted: string, seen: Set<string> | null): JsonFinding | null {
  const key = unquote(quoted);
  if (RESERVED.has(key)) return { kind: 'reserved_key', key };
  if (seen?.has(key) === true) return { kind: 'duplicate_key', key };
  seen?.add(key);
  return null;
}

function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
