// Packs the SDK, installs the tarball in fresh strict projects (ES module and CommonJS), compiles the examples of its
// README there and runs them against BILLING_URL with BILLING_API_KEY. With `--node 22 24` it starts a service of its
// own, installs from the registry, and runs the examples on these versions of Node.js as well.
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SDK = join(ROOT, 'packages', 'sdk');
const FORMATS = { module: 'ES module', commonjs: 'CommonJS' };
const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const versions = process.argv.slice(process.argv.indexOf('--node') + 1).filter((it) => /^\d+$/.test(it));
const folder = mkdtempSync(join(tmpdir(), 'billing-sdk-'));
const cleanUp = [() => rmSync(folder, { recursive: true, force: true })];

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (result.status === 0) return result.stdout;
  throw new Error(`${command} ${args.join(' ')} failed:\n${result.stdout}\n${result.stderr}`);
}

/** Returns the TypeScript blocks of the README by the file names in their first lines. */
function examples() {
  const blocks = readFileSync(join(SDK, 'README.md'), 'utf8').matchAll(
    /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm,
  );
  return Object.fromEntries(Array.from(blocks, ([, name, code]) => [name, code]));
}

function pack() {
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: SDK }),
  );
  return join(folder, filename);
}

/** Makes a project that has the SDK from its tarball, compiled with the strictest flags, libraries included. */
function makeProject(type, tarball, port) {
  const project = join(folder, type);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'fresh', type, private: true }));
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    skipLibCheck: false,
  };
  const config = { extends: '@tsconfig/strictest/tsconfig.json', compilerOptions };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  for (const [name, code] of Object.entries(examples())) {
    writeFileSync(join(project, name), code.replace('4000', String(port)));
  }
  if (versions.length > 0) installFromRegistry(project, tarball);
  else link(project, tarball);
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: project });
  return project;
}

function installFromRegistry(project, tarball) {
  const packages = [tarball, '@tsconfig/strictest', '@types/node@20'];
  run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: project });
}

/** As an installation, but without a registry: what the SDK depends on is linked. */
function link(project, tarball) {
  const modules = join(project, 'node_modules');
  const target = join(modules, '@billing-service', 'sdk');
  mkdirSync(target, { recursive: true });
  run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), '@types', '@tsconfig']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
}

/** Runs both examples: the requests, and the receiver with a genuine webhook and a tampered one. */
async function runExamples(node, project, port, env) {
  const output = run(node, ['create-customer.js'], { cwd: project, env });
  if (!output.includes('Another customer')) throw new Error(`create-customer.js printed:\n${output}`);
  const receiver = spawn(node, ['receiver.js'], { cwd: project, env: { ...env, WEBHOOK_SECRET: SECRET } });
  try {
    const genuine = await send(
      port,
      '{"webhook_type":"customer.created","customer":{"external_id":"cust_1042"}}',
    );
    const tampered = await send(port, '{}', '{"webhook_type":"customer.created"}');
    if (genuine !== 204 || tampered !== 400)
      throw new Error(`receiver.js returned ${genuine} and ${tampered}`);
  } finally {
    receiver.kill();
  }
}

async function send(port, body, signed = body) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`d1.${timestamp}.${signed}`).digest('base64');
  const headers = {
    'webhook-id': 'd1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const options = { method: 'POST', headers, body };
  return (await untilAnswered(`http://127.0.0.1:${port}`, options)).status;
}

async function untilAnswered(url, options, deadlineMs = 60_000) {
  const giveUpAt = performance.now() + deadlineMs;
  for (;;) {
    const response = await fetch(url, options).catch(() => null);
    if (response !== null) return response;
    if (performance.now() > giveUpAt) throw new Error(`${url} does not respond.`);
    await sleep(100);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a service of its own; returns its address. */
async function startService() {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' };
  const service = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], { env, stdio: 'ignore' });
  cleanUp.unshift(async () => {
    service.kill();
    await once(service, 'exit');
  });
  const url = `http://127.0.0.1:${port}`;
  while ((await untilAnswered(`${url}/health/ready`)).status !== 200) await sleep(100);
  return url;
}

/** Each run of the example creates the same customer, so each has an organization of its own. */
async function aKey(url) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/v1/organizations`, {
    method: 'POST',
    headers,
    body: '{"name":"SDK"}',
  });
  return (await response.json()).api_key.raw_key;
}

function installNode(version) {
  const target = join(folder, `node-${version}`);
  mkdirSync(target);
  run('npm', ['install', '--no-audit', '--no-fund', '--prefix', target, `node@${version}`]);
  return join(target, 'node_modules', 'node', 'bin', 'node');
}

try {
  const tarball = pack();
  const url = process.env.BILLING_URL ?? (await startService());
  const nodes = [process.execPath, ...versions.map(installNode)];
  for (const [type, name] of Object.entries(FORMATS)) {
    const port = await freePort();
    const project = makeProject(type, tarball, port);
    for (const node of nodes) {
      await runExamples(node, project, port, {
        PATH: process.env.PATH,
        BILLING_URL: url,
        BILLING_API_KEY: await aKey(url),
      });
      console.log(`ok  ${run(node, ['--version']).trim()}  ${name}`);
    }
  }
} finally {
  for (const action of cleanUp) await action();
}
