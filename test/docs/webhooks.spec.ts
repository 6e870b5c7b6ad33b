import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/platform/config/config';
import { ROOT } from '../support/doc-blocks';
import { rowsUnder } from '../support/doc-tables';

const page = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');

describe('docs/webhooks.md', () => {
  it('shows the event kinds that the API description has', () => {
    const { webhooks } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as { webhooks: object };
    const shown = rowsUnder(page, 'Event kinds').map(([kind = '']) => kind.replaceAll('`', ''));
    expect(shown.filter((kind) => kind.includes('.')).sort()).toEqual(Object.keys(webhooks).sort());
  });

  it('shows the admission limits that the code has', () => {
    const shown = rowsUnder(page, 'Admission limits').slice(1);
    const actual = new Map([...constants(), ...settings()]);
    expect(shown.length).toBeGreaterThan(10);
    for (const [, constant = '', value] of shown) {
      const name = constant.replaceAll('`', '');
      expect(`${name} = ${value}`).toBe(`${name} = ${actual.get(name)}`);
    }
  });
});

/** Returns the values of `const NAME = <number>` in the delivery code. */
function constants(): Map<string, number> {
  const files = ['src/modules/webhooks', 'src/platform/outbound'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((it) =>
      join(ROOT, folder, it),
    ),
  );
  const declared = files
    .filter((it) => it.endsWith('.ts') && !it.includes('/inbox/'))
    .flatMap((path) =>
      Array.from(
        readFileSync(path, 'utf8').matchAll(/^(?:export )?const ([A-Z_]+) = ([\d_]+);/gm),
        ([, name = '', value = '']): [string, number] => [name, Number(value.replaceAll('_', ''))],
      ),
    );
  return new Map(declared);
}

function settings(): Map<string, number> {
  const { concurrency, endpointConcurrency, hostConcurrency, timeoutMs } = loadConfig({}).webhooks;
  return new Map([
    ['WEBHOOK_CONCURRENCY', concurrency],
    ['WEBHOOK_ENDPOINT_CONCURRENCY', endpointConcurrency],
    ['WEBHOOK_HOST_CONCURRENCY', hostConcurrency],
    ['WEBHOOK_TIMEOUT_MS', timeoutMs],
  ]);
}
