import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal.js';

const KEY = { sha256: 'a', organization_id: 'o', id_prefix: 'p' };
const REJECTION = { line: 3, reason: 'code: is required', text: '{}' };

describe('Journal', () => {
  let folder: string;
  let state: string;
  let rejected: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'billing-journal-'));
    state = join(folder, 'state');
    rejected = join(folder, 'rejected');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const confirmOne = (journal: Journal): void =>
    journal.confirm({ accepted: 2, duplicates: 1, rejected: [REJECTION] }, 4, 100, 5);

  it('continues where an import was killed, without rejections that were not confirmed', () => {
    const journal = Journal.open(state, rejected, KEY);
    journal.begin(['code'], 5, 2);
    confirmOne(journal);
    appendFileSync(rejected, '{"line":9'); // killed before the batch was confirmed
    const next = Journal.open(state, rejected, KEY);
    const { progress } = next;
    expect(progress).toMatchObject({
      columns: ['code'],
      offset: 100,
      line: 5,
      lines: 4,
      accepted: 2,
      rejected: 1,
    });
    confirmOne(next);
    expect(readFileSync(rejected, 'utf8')).toBe(`${JSON.stringify(REJECTION)}\n`.repeat(2));
    next.finish();
    expect(existsSync(state)).toBe(false);
  });

  it('begins again after a finished import, without its rejections', () => {
    writeFileSync(rejected, 'of the import before');
    Journal.open(state, rejected, KEY);
    expect(existsSync(rejected)).toBe(false);
  });

  it.each([
    [{ sha256: 'b' }, 'The file has changed'],
    [{ organization_id: 'q' }, 'into organization o is unfinished'],
    [{ id_prefix: 'q' }, 'began with --id-prefix p'],
  ])('refuses to continue as %j', (other, message) => {
    Journal.open(state, rejected, KEY).begin(null, 0, 1);
    expect(() => Journal.open(state, rejected, { ...KEY, ...other })).toThrow(message);
  });
});
