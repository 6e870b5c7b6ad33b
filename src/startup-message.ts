import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { Config } from './platform/config/config';
import type { RunningService } from './start';

/** Returns the text that a started process prints: URLs, database, notes and the next step. */
export function startupMessage(config: Config, service: Pick<RunningService, 'url' | 'embeddedIn'>): string {
  const lines = [
    '',
    `  Billing service (${config.role}) is ready`,
    '',
    ...(config.role === 'worker' ? workerLines(service.url) : apiLines(config, service.url)),
    ...dataLines(config, service.embeddedIn),
    ...warnings(config),
    ...(config.role === 'worker' ? [] : nextStep(config, service.url)),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

const apiLines = (config: Config, url: string): string[] => [
  ...(config.dashboard ? [`  Dashboard    ${url}/dashboard`] : []),
  `  Swagger UI   ${url}/docs`,
  `  API          ${url}/v1`,
  `  Health       ${url}/health/ready`,
];

/** Says where the data is and what a backup contains (docs/operations.md#backups). */
function dataLines(config: Config, embeddedIn: string | null): string[] {
  if (embeddedIn === null) return ['  Data         external (DATABASE_URL)'];
  const dataDir = realpathSync(config.dataDir);
  const isInside = embeddedIn.startsWith(`${dataDir}${sep}`);
  const key = config.encryptionKey === null ? '' : ', and ENCRYPTION_KEY';
  return [
    `  Data         ${embeddedIn} (embedded PostgreSQL)`,
    `  Back up      while stopped: all of ${isInside ? '' : `${embeddedIn}, and all of `}${dataDir}${key}`,
  ];
}

const workerLines = (url: string): string[] => [`  Health       ${url}/health/ready`];

function warnings(config: Config): string[] {
  const notes = [];
  if (config.role !== 'worker' && config.adminToken === null) {
    notes.push('Anyone who can reach this port can create an organization; set ADMIN_TOKEN to prevent this.');
  }
  if (config.testClock) {
    notes.push(
      'TEST CLOCK IS ON: any API key can move the time of the whole service. Only for test environments.',
    );
  }
  return notes.length === 0 ? [] : ['', ...notes.map((note) => `  Note         ${note}`)];
}

function nextStep(config: Config, url: string): string[] {
  const authorization = config.adminToken === null ? '' : " -H 'Authorization: Bearer <ADMIN_TOKEN>'";
  return [
    '',
    config.dashboard
      ? '  Next: open the dashboard, or create an organization here; the response contains its API key.'
      : '  Next: create an organization; the response contains its API key.',
    '',
    `    curl -s ${url}/v1/organizations${authorization} -H 'Content-Type: application/json' -d '{"name":"Acme"}'`,
    '',
    '  Or watch a guided demo:  npm run demo',
  ];
}
