import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNone } from '../support/findings';

const ROOT = join(__dirname, '../..');
const FOLDERS = ['src', 'tools', 'packages/sdk/src', 'packages/cli/src', 'test'];

/** Matches a definite assignment, such as `name!: string`. */
const DEFINITE = /^[ \t]*(?:(?:private|protected|public|readonly|static|override|let|var) )*[#\w]+!:/m;

/** Paths from the root. */
function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((it) => it.endsWith('.ts'))
      .map((it) => join(folder, it)),
  );
}

describe('definite assignments', () => {
  it.each(['  name!: string;', 'let server!: Server;', '  private readonly map!: Map<string, string>;'])(
    'finds %s',
    (line) => {
      expect(DEFINITE.test(`class A {\n${line}\n}`)).toBe(true);
    },
  );

  it('are only in entities and DTOs, whose fields a decorator sets', () => {
    const found = sources()
      .filter((it) => !/\.(entity|dto)\.ts$/.test(it))
      .filter((it) => DEFINITE.test(readFileSync(join(ROOT, it), 'utf8')));
    expectNone(found, 'Initialize the field or variable in place of `!`:');
  });
});
