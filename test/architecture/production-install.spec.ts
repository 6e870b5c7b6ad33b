import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What builds and tests; a production install has none of it. What @swc/helpers is for, compiled code needs to run. */
const TOOLS =
  /^(?:typescript|typescript-eslint|eslint|prettier|jest|ts-jest|webpack|esbuild|rollup|openapi-typescript|dependency-cruiser|@nestjs\/(?:cli|schematics|testing)|@swc\/(?!helpers$).*|@babel\/core|vite|rolldown|tailwindcss|@tailwindcss\/.*|react|react-dom|radix-ui|axe-core|playwright-core)$/;

interface Lock {
  packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
}

const read = (path: string): string => readFileSync(join(__dirname, '../..', path), 'utf8');

describe('a production install', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as Lock;
  const nameOf = (path: string): string =>
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  /** By `--omit=dev` alone. */
  const withOptional = Object.entries(packages).filter(
    ([path, it]) => path.includes('node_modules/') && it.dev !== true,
  );
  const installed = withOptional.filter(([, it]) => it.optional !== true && it.devOptional !== true);
  const toolsIn = (entries: typeof installed): string[] =>
    entries.map(([path]) => nameOf(path)).filter((it) => TOOLS.test(it));

  it('has the SDK and what it needs', () => {
    const names = installed.map(([path]) => nameOf(path));
    expect(names).toEqual(expect.arrayContaining(['@billing-service/sdk', 'openapi-fetch', '@nestjs/core']));
  });

  it('has no tools that build or test', () => {
    expect(toolsIn(installed)).toEqual([]);
  });

  it('has TypeScript only where optional packages are kept, which neither the image nor systemd does', () => {
    expect(toolsIn(withOptional)).toEqual(['typescript']);
    for (const path of ['docker/Dockerfile', 'docs/operations.md']) {
      const commands = read(path).match(/npm (?:prune|ci) --omit=.*/g) ?? [];
      expect(commands.filter((it) => !it.includes('--omit=dev --omit=optional'))).toEqual([]);
      expect(commands).toHaveLength(1);
    }
  });
});
