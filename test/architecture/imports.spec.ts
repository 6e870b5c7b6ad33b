import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expectNone } from '../support/findings';

const ROOT = join(__dirname, '../..');
const CRUISE = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** Rule, importing file, imported file or package. */
const FORBIDDEN: [string, string, string][] = [
  ['platform-knows-no-module', 'src/platform/http/a.ts', 'src/modules/customers/index.ts'],
  ['platform-knows-no-module', 'src/platform/http/b.ts', 'src/entities.ts'],
  ['domain-is-pure', 'src/platform/domain/a.ts', 'src/platform/errors/error.ts'],
  ['domain-is-pure', 'src/platform/domain/b.ts', 'typeorm'],
  ['module-through-its-index', 'src/modules/invoices/a.ts', 'src/modules/customers/customers.service.ts'],
  ['root-through-index', 'src/commands/a.ts', 'src/modules/customers/customers.service.ts'],
  ['entities-and-repositories-stay-inside', 'src/commands/b.ts', 'src/modules/customers/customer.entity.ts'],
  [
    'index-exports-no-entity-or-repository',
    'src/modules/customers/index.ts',
    'src/modules/customers/customer.entity.ts',
  ],
  ['layer-tenancy', 'src/modules/organizations/a.ts', 'src/modules/customers/index.ts'],
  ['layer-catalogue', 'src/modules/plans/a.ts', 'src/modules/usage/index.ts'],
  ['layer-usage', 'src/modules/usage/a.ts', 'src/modules/subscriptions/index.ts'],
  ['layer-billing', 'src/modules/invoices/b.ts', 'src/modules/payments/index.ts'],
  ['layer-billing', 'src/modules/wallets/a.ts', 'src/modules/refunds/index.ts'],
  ['layer-billing', 'src/modules/invoices/c.ts', 'src/modules/coupons/index.ts'],
  ['layer-collection', 'src/modules/payments/a.ts', 'src/modules/refunds/index.ts'],
  ['layer-messages', 'src/modules/emails/a.ts', 'src/modules/refunds/index.ts'],
  ['layer-reports', 'src/modules/analytics/a.ts', 'src/modules/refunds/index.ts'],
  ['delivery-is-a-leaf', 'src/modules/refunds/a.ts', 'src/modules/webhooks/index.ts'],
  ['delivery-is-a-leaf', 'src/modules/customers/a.ts', 'src/modules/webhook-endpoints/index.ts'],
  ['endpoints-know-no-delivery', 'src/modules/webhook-endpoints/a.ts', 'src/modules/webhooks/index.ts'],
  ['delivery-knows-no-billing', 'src/modules/webhooks/a.ts', 'src/modules/invoices/index.ts'],
  ['only-outbound-sends', 'src/modules/webhooks/b.ts', 'undici'],
  ['migrations-stand-alone', 'src/migrations/1-a.ts', 'src/platform/domain/id.ts'],
  ['tools-stand-alone', 'tools/one/a.ts', 'src/platform/domain/id.ts'],
  ['tools-stand-alone', 'tools/one/b.ts', 'tools/two/index.ts'],
  ['tools-through-their-index', 'src/platform/http/d.ts', 'tools/two/inner.ts'],
  ['no-cycle', 'src/modules/plans/b.ts', 'src/modules/plans/c.ts'],
  ['no-development-dependency', 'src/modules/plans/d.ts', 'fast-check'],
  ['resolvable', 'src/modules/plans/e.ts', './nowhere'],
  ['no-test-code', 'src/modules/plans/f.ts', 'test/support/harness.ts'],
];

const ALLOWED: [string, string][] = [
  ['src/modules/plans/c.ts', 'src/modules/plans/b.ts'], // closes the cycle, which is reported once
  ['src/platform/domain/money.ts', 'decimal.js'],
  ['src/platform/http/c.ts', 'src/platform/domain/money.ts'],
  ['src/platform/outbound/a.ts', 'undici'],
  ['src/modules/customers/b.ts', 'src/modules/customers/customer.entity.ts'],
  ['src/modules/customers/b.ts', 'src/modules/organizations/index.ts'],
  ['src/modules/payments/b.ts', 'src/modules/invoices/index.ts'],
  ['src/modules/refunds/b.ts', 'src/modules/invoices/index.ts'],
  ['src/modules/webhooks/c.ts', 'src/modules/webhook-endpoints/index.ts'],
  ['src/modules/refunds/b.ts', 'src/modules/webhooks/signers/index.ts'],
  ['src/platform/http/e.ts', 'tools/two/index.ts'],
  ['src/entities.ts', 'src/modules/customers/customer.entity.ts'],
  ['src/app.module.ts', 'src/modules/customers/index.ts'],
];

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

const { forbidden: rules } = jest.requireActual<{ forbidden: { name: string; comment?: string }[] }>(
  join(ROOT, '.dependency-cruiser.cjs'),
);

async function violationsIn(folder: string): Promise<Violation[]> {
  const options = [
    '--config',
    join(ROOT, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
    'src',
    'tools',
  ];
  const run = await promisify(execFile)(process.execPath, [CRUISE, ...options], {
    cwd: folder,
    maxBuffer: 64 * 1024 ** 2,
  });
  return (JSON.parse(run.stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

/** Returns the text of every file in a folder of the tree. */
function sources(path: string): string[] {
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((it) => it.endsWith('.ts'))
    .map((it) => readFileSync(join(ROOT, path, it), 'utf8'));
}

describe('imports', () => {
  let folder: string;

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'billing-imports-')));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const name of ['package.json', 'tsconfig.json']) symlinkSync(join(ROOT, name), join(folder, name));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Adds an import of `to` to `from`; creates both files if they are missing. */
  function link(from: string, to: string): void {
    const isFile = to.endsWith('.ts');
    const target = isFile ? relative(dirname(from), to).replace(/\.ts$/, '') : to;
    const specifier = isFile && !target.startsWith('.') ? `./${target}` : target;
    append(from, `import '${specifier}';\n`);
    if (isFile && !existsSync(join(folder, to))) append(to, 'export {};\n');
  }

  function append(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: 'a' });
  }

  it('the rules refuse exactly the forbidden imports of a sample tree', async () => {
    for (const [, from, to] of FORBIDDEN) link(from, to);
    for (const [from, to] of ALLOWED) link(from, to);
    const violations = await violationsIn(folder);

    const unnoticed = FORBIDDEN.filter(
      ([rule, from]) => !violations.some((it) => it.rule.name === rule && it.from === from),
    );
    expect(unnoticed).toEqual([]);
    const intended = new Set(FORBIDDEN.map(([, from]) => from));
    expect(violations.filter((it) => !intended.has(it.from))).toEqual([]);
  }, 60_000);

  it('no module below coupons names a table or declaration of coupons', () => {
    const coupons = sources('src/modules/coupons').join('\n');
    const declared = [...coupons.matchAll(/export (?:class|const|function|interface|type) (\w*coupon\w*)/gi)];
    const names = [
      'modules/coupons',
      'applied_coupons',
      'FROM coupons',
      ...declared.map(([, name]) => name ?? ''),
    ];
    expect(names).toContain('CouponDiscounts');
    const found = ['invoices', 'subscriptions', 'taxes', 'credit-notes'].flatMap((module) =>
      sources(`src/modules/${module}`).flatMap((text) =>
        names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)),
      ),
    );
    expect(found).toEqual([]);
  });

  it('the source tree obeys the rules', async () => {
    const violations = await violationsIn(ROOT);
    for (const { comment, name } of rules) {
      const found = violations.filter((it) => it.rule.name === name);
      expectNone(
        found.map((it) => `${it.from} imports ${it.to}`),
        comment ?? '',
      );
    }
  }, 60_000);

  it('every rule says what to do', () => {
    expectNone(
      rules.filter((it) => it.comment === undefined).map((it) => it.name),
      'Add a comment to these rules in .dependency-cruiser.cjs: what is allowed instead.',
    );
  });
});
