import { isUUID } from 'class-validator';

/** A record that a field of its source has found; a record can be found by several fields. */
export interface FoundRecord {
  /** Index of its source, by which types are ordered. */
  source: number;
  id: string;
  title: string;
  subtitle: string | null;
  customerId: string | null;
  matchedField: string;
  matchedValue: string;
  /** Whether the whole value equals the search text, not only its beginning. */
  isExact: boolean;
}

/**
 * Returns the spellings of the text under Unicode normalization, because records keep the spelling in which they were
 * sent: `é` can be one character or two.
 */
export function spellingsOf(text: string): string[] {
  return [...new Set([text.normalize('NFC'), text.normalize('NFD')])];
}

/** Returns the LIKE pattern of the values that begin with the text. */
export function prefixPattern(text: string): string {
  return `${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Returns the ID that the text is; null for any other text. */
export function idIn(text: string): string | null {
  return isUUID(text) ? text.toLowerCase() : null;
}

/**
 * Returns at most `limit` records: exact matches first, then by type, title and ID. If there are more, each type gets
 * its share, so that many customers do not hide the only plan.
 */
export function bestMatches(found: readonly FoundRecord[], limit: number): FoundRecord[] {
  const ordered = withoutRepetitions(found).sort(inOrder);
  const counts = new Map<number, number>();
  const rounds = new Map<FoundRecord, number>();
  for (const record of ordered.filter((it) => !it.isExact)) {
    const round = (counts.get(record.source) ?? 0) + 1;
    counts.set(record.source, round);
    rounds.set(record, round);
  }
  const roundOf = (it: FoundRecord): number => rounds.get(it) ?? 0;
  const chosen = new Set([...ordered].sort((a, b) => roundOf(a) - roundOf(b)).slice(0, limit));
  return ordered.filter((it) => chosen.has(it));
}

/** Keeps the first match of each record, or its first exact match. */
function withoutRepetitions(found: readonly FoundRecord[]): FoundRecord[] {
  const records = new Map<string, FoundRecord>();
  for (const record of found) {
    const key = `${record.source}:${record.id}`;
    const earlier = records.get(key);
    if (earlier === undefined || (record.isExact && !earlier.isExact)) records.set(key, record);
  }
  return [...records.values()];
}

function inOrder(a: FoundRecord, b: FoundRecord): number {
  return (
    Number(b.isExact) - Number(a.isExact) ||
    a.source - b.source ||
    compare(a.title.toLowerCase(), b.title.toLowerCase()) ||
    compare(a.id, b.id)
  );
}

/** By UTF-16 code units, which do not depend on the languages of the system. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
