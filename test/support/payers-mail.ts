import { WEBHOOK_SECRET, type Collecting } from './collections';
import { mailEnvironment, useMailServer, type MailServer } from './mail-server';
import { startTestApp, type TestApp, type TestOrganization } from './test-app';
import { useSandbox } from './use-sandbox';
import { lateBound, useOrganization } from './use-test-app';

/** A link to our page to pay, as e-mails of `usePayersMail` have it; the first group is its path. */
export const PAY_LINK = /https:\/\/billing\.service\.example(\/pay\/[\w-]+)/;

/** A service on a test clock that collects in a sandbox, and writes to payers. */
export interface PayersMail extends Collecting {
  readonly mail: MailServer;
  readonly own: TestOrganization;
  /** Moves the test clock to noon of a day, `YYYY-MM-DD`. */
  readonly moveTo: (day: string) => Promise<unknown>;
}

/** Starts a mail server, a sandbox, and a service that uses both. */
export function usePayersMail(): PayersMail {
  const mail = useMailServer();
  const sandbox = useSandbox(WEBHOOK_SECRET);
  let started: TestApp | undefined;
  beforeAll(async () => {
    const urls = Object.entries(sandbox().sandbox.urls).map(([name, url]) => `${name}=${url}`);
    const providers = { PROVIDER_BASE_URLS: urls.join(',') };
    started = await startTestApp({ ...mailEnvironment(mail), ...providers, TEST_CLOCK: 'on' });
  });
  afterAll(() => started?.stop());
  const app = lateBound<TestApp>(() => started, 'The service has not started.');
  const own = useOrganization(app, { name: 'Acme' });
  const moveTo = async (day: string): Promise<unknown> =>
    own.put('/v1/test_clock', { now: `${day}T12:00:00.000Z` }).expect(200);
  return { app, sandbox, mail, own, moveTo };
}
