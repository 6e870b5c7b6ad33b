import { isRegistrationOpen, type Config } from '../platform/config/config';

/** Returns the start-up message: addresses, database, notes and the next step. */
export function startupMessage(
  config: Config,
  service: { url: string; embeddedHome: string | null; notes: readonly string[] },
): string {
  const lines = [
    '',
    `  Billing service (${config.role}) is ready`,
    '',
    ...(config.role === 'worker' ? workerLines(service.url) : apiLines(config, service.url)),
    `  Data         ${service.embeddedHome === null ? 'the database in DATABASE_URL' : `${service.embeddedHome} (embedded PostgreSQL)`}`,
    ...warnings(config, service.notes),
    ...(config.role === 'worker' ? [] : nextStep(config, service.url)),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

const apiLines = ({ dashboard }: Config, url: string): string[] => [
  ...(dashboard ? [`  Dashboard    ${url}/dashboard`] : []),
  `  Swagger UI   ${url}/docs`,
  `  API          ${url}/v1`,
  `  Health       ${url}/health/ready`,
];

const workerLines = (url: string): string[] => [`  Health       ${url}/health/ready`];

function warnings(config: Config, others: readonly string[]): string[] {
  const notes = [...others];
  if (config.role !== 'worker' && isRegistrationOpen(config)) {
    notes.push(
      config.openRegistration
        ? 'Anyone who can reach this port can create organizations (OPEN_REGISTRATION=on).'
        : 'Anyone who can reach this port can create organizations. Set ADMIN_TOKEN to require a token for that.',
    );
  }
  if (config.testClock) {
    notes.push(
      'TEST_CLOCK is on: any API key can move the time of the whole service. Use it in test environments only.',
    );
  }
  return notes.length === 0 ? [] : ['', ...notes.map((note) => `  Note         ${note}`)];
}

function nextStep(config: Config, url: string): string[] {
  const authorization = isRegistrationOpen(config) ? '' : " -H 'Authorization: Bearer <ADMIN_TOKEN>'";
  return [
    '',
    '  Next: create an organization. The response contains its API key.',
    '',
    `    curl -s ${url}/v1/organizations${authorization} -H 'Content-Type: application/json' -d '{"name":"Acme"}'`,
    '',
    '  Or run a guided tour:  npm run demo',
  ];
}
