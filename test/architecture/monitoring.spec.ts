import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { Env } from '../../src/platform/config/env';
import { registry, startRuntimeMetrics } from '../../src/platform/observability/metrics';
import { expectNoFindings } from '../support/findings';
import { useTestApp } from '../support/use-test-app';

const ROOT = join(__dirname, '../..');
/** Set by Prometheus, or part of every histogram. */
const OTHER_LABELS = ['instance', 'job', 'le'];

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

interface Dashboard {
  panels: { title: string; description?: string; targets?: { expr: string; legendFormat: string }[] }[];
}

describe('deploy/', () => {
  const app = useTestApp();
  const served = new Set<string>();

  beforeAll(async () => {
    startRuntimeMetrics(null);
    const { text } = await app.request.get('/metrics').expect(200);
    for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) served.add(name ?? '');
  });

  it('has a dashboard that shows only metrics and labels that are served', () => {
    const { panels } = JSON.parse(read('deploy/monitoring/grafana/billing.json')) as Dashboard;
    const shown = panels.filter((it) => it.targets !== undefined);
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((it) => (it.description ?? '') === '').map((it) => it.title)).toEqual([]);
    const targets = shown.flatMap((it) => it.targets ?? []);
    expectNoFindings(
      targets.flatMap(({ expr, legendFormat }) => unknownIn(`${expr} ${legendFormat}`)),
      'deploy/monitoring/grafana/billing.json shows metrics or labels that /metrics does not serve.',
    );
  });

  it('has alert rules about metrics and labels that are served', () => {
    const { groups } = parse(read('deploy/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] };
    const rules = groups.flatMap((it) => it.rules);
    expect(rules.length).toBeGreaterThan(5);
    for (const { alert, expr, labels, annotations } of rules) {
      expect({ alert, unknown: unknownIn(`${expr} ${annotations.summary}`) }).toEqual({ alert, unknown: [] });
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.description).not.toBe('');
    }
    const documented = [...read('docs/operations.md').matchAll(/^\| `(Billing\w+)`/gm)];
    expect(documented.map(([, it]) => it).sort()).toEqual(rules.map((it) => it.alert).sort());
  });

  it('sets only variables that the service reads', () => {
    const manifests = readdirSync(join(ROOT, 'deploy/kubernetes')).map((it) =>
      read(`deploy/kubernetes/${it}`),
    );
    expect(manifests.flatMap((it) => parseAllDocuments(it).flatMap(({ errors }) => errors))).toEqual([]);
    const set = manifests.flatMap((it) => [
      ...it.matchAll(/(?:name:|^ {2})\s*'?([A-Z][A-Z0-9_]{3,})'?[:,]/gm),
    ]);
    const unit = [...read('deploy/systemd/billing.service').matchAll(/^Environment=([A-Z_]+)=/gm)];
    const names = [...set, ...unit].map(([, it]) => it ?? '');
    expect(names).toEqual(expect.arrayContaining(['ROLE', 'METRICS_PORT', 'NODE_ENV', 'SHUTDOWN_DELAY_MS']));
    const known = Object.keys(new Env()).concat(
      'METRICS_PORT',
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'SHUTDOWN_DELAY_MS',
    );
    expect(names.filter((it) => !known.includes(it))).toEqual([]);
  });

  it('refers only to files that exist', () => {
    const { services } = parse(read('docker/compose.yaml'), { merge: true }) as {
      services: Record<string, { profiles?: string[]; volumes?: string[] }>;
    };
    const monitoring = Object.keys(services).filter((it) => services[it]?.profiles?.includes('monitoring'));
    expect(monitoring).toEqual(['prometheus', 'grafana']);
    const mounted = Object.values(services)
      .flatMap((it) => it.volumes ?? [])
      .filter((it) => it.startsWith('.'))
      .map((it) => join('docker', it.split(':')[0] ?? ''));
    expect(mounted.length).toBeGreaterThan(3);
    const { resources } = parse(read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] };
    const [, started = ''] = /^ExecStart=.* (\S+)$/m.exec(read('deploy/systemd/billing.service')) ?? [];
    const files = [...mounted, ...resources.map((it) => `deploy/kubernetes/${it}`), started];
    expect(files.filter((it) => !existsSync(join(ROOT, it)))).toEqual([]);
  });

  /** Returns the metrics that are not served, and the labels that no metric has. */
  function unknownIn(text: string): string[] {
    const metrics = [...text.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)(?=\{|\[|\)| [=>]|$)/g)].map(
      ([, it]) => it ?? '',
    );
    const labels = [...text.matchAll(/by \(([^)]*)\)|\{\{ ?(?:\$labels\.)?(\w+)/g)]
      .flatMap(([, grouped, shown]) => (grouped ?? shown ?? '').split(','))
      .map((it) => it.trim());
    const known = knownLabels();
    return [
      ...metrics
        .filter((it) => it !== 'histogram_quantile' && !known.has(it))
        .filter((it) => !served.has(it) && !served.has(it.replace(/_(?:bucket|count|sum)$/, ''))),
      ...labels.filter((it) => !known.has(it)),
    ];
  }
});

/** Returns the labels of all metrics. */
function knownLabels(): Set<string> {
  const metrics = registry.getMetricsAsArray() as unknown as { labelNames?: string[] }[];
  return new Set([...OTHER_LABELS, ...metrics.flatMap((it) => it.labelNames ?? [])]);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
