import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../tools/embedded-postgres');
const MAX_LINES = 600;

/** The private PostgreSQL is a tool beside the service; what grows beyond it belongs to a server of one's own. */
it('the embedded PostgreSQL takes at most 600 lines of code', () => {
  const text = readdirSync(FOLDER).map((file) => readFileSync(join(FOLDER, file), 'utf8'));
  const code = text.flatMap((it) => it.split('\n')).filter((it) => !/^\s*(?:\/\/|\/\*|\*|$)/.test(it));
  expect(code.length).toBeGreaterThan(100);
  expect(code.length).toBeLessThanOrEqual(MAX_LINES);
});
