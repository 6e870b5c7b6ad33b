import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/doc-blocks';

/** Returns the names of the constants that declare an extension point. */
function declaredPoints(): string[] {
  const src = join(ROOT, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((it) =>
    /(?<!\.spec)\.ts$/.test(it),
  );
  return files.flatMap((path) =>
    Array.from(
      readFileSync(join(src, path), 'utf8').matchAll(/^export const ([A-Z_]+) = extensionPoint</gm),
      ([, name = '']) => name,
    ),
  );
}

describe('docs/extending.md', () => {
  it.each(declaredPoints())('names the extension point %s', (name) => {
    expect(readFileSync(join(ROOT, 'docs/extending.md'), 'utf8')).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
