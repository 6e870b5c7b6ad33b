import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = join(__dirname, '../../docker/ha');
const NODES = ['pg1', 'pg2', 'pg3'];

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  env_file?: (string | { path: string; required: boolean })[];
  build?: { context: string; dockerfile?: string };
  depends_on?: Record<string, { condition: string }>;
  networks?: string[];
  volumes?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, unknown>;
  volumes: Record<string, unknown>;
}

const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);

describe('docker/ha', () => {
  it('has every file that its compose file and its image name', () => {
    const files = services.flatMap(([, { build, env_file = [] }]) => [
      ...(build === undefined ? [] : [join(build.context, build.dockerfile ?? 'Dockerfile')]),
      ...env_file.filter((it) => typeof it === 'string'),
    ]);
    const copied = /^COPY (.+) \S+$/m.exec(read('Dockerfile'))?.[1]?.split(' ') ?? [];
    expect(copied.length).toBeGreaterThan(0);
    expect([...files, ...copied].filter((it) => !existsSync(join(FOLDER, it)))).toEqual([]);
  });

  it('refers only to services, networks and volumes that it has', () => {
    const unknown = services.flatMap(([, { depends_on = {}, networks = [], volumes = [] }]) => [
      ...Object.keys(depends_on).filter((it) => !(it in compose.services)),
      ...networks.filter((it) => !(it in compose.networks)),
      ...volumes.map((it) => it.split(':')[0] ?? '').filter((it) => !(it in compose.volumes)),
    ]);
    expect(unknown).toEqual([]);
  });

  it('waits for what has a health check only', () => {
    const awaited = services.flatMap(([, { depends_on = {} }]) =>
      Object.entries(depends_on).filter(([, { condition }]) => condition === 'service_healthy'),
    );
    expect(awaited.length).toBeGreaterThan(0);
    const unchecked = awaited.map(([name]) => name);
    expect(unchecked.filter((it) => compose.services[it]?.healthcheck?.test === undefined)).toEqual([]);
  });

  it('gives HAProxy every variable of haproxy.cfg', () => {
    const { environment = {} } = compose.services.haproxy ?? {};
    const used = [...read('haproxy.cfg').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? '');
    expect([...new Set(used)].sort()).toEqual(Object.keys(environment).sort());
  });

  it('lists the same nodes for PostgreSQL, for etcd and for the service', () => {
    const hostsOf = (text = ''): string[] => [...text.matchAll(/\b(pg\d|etcd\d)(?=[:=])/g)].map(([it]) => it);
    for (const name of NODES) {
      const { environment } = compose.services[name] ?? {};
      expect(environment?.PATRONI_NAME).toBe(name);
      expect(hostsOf(environment?.PATRONI_ETCD3_HOSTS)).toEqual(['etcd1', 'etcd2', 'etcd3']);
    }
    expect(hostsOf(compose.services.api1?.environment?.DATABASE_URL)).toEqual(NODES);
    expect(hostsOf(compose.services.migrate?.environment?.MIGRATION_DATABASE_URL)).toEqual(NODES);
  });

  it('has no secret, and no default for one', () => {
    const secrets = services.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name]) =>
        /PASSWORD|KEYS|TOKEN|DATABASE_URL|REPLICA_URL/.test(name),
      ),
    );
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.filter(([, value]) => !/\$\{[A-Z_]+:\?/.test(value)).map(([name]) => name)).toEqual([]);
    expect(read('patroni.yml')).not.toMatch(/password: \S/);
  });
});
