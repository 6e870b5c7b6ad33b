import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { apiRoutes } from '../../support/api-routes';
import { useTestApp } from '../../support/use-test-app';

const SCRIPT = join(__dirname, '../../support/swagger-story.mjs');

/** A request that the page fills in, and its response. Status 0: the page does not send it, because a value is missing. */
interface Execution {
  /** `operationId` of the API description. */
  id: string;
  status: number;
  url?: string;
  body?: string;
  response?: string;
}

/** Operations that do not return 2xx as the page fills them in, and why. Status 0: the page does not send the request. */
const EXCEPTIONS: Record<string, { status: number; reason: string }> = {
  activateSubscription: { status: 400, reason: 'the subscription of the story is active from its start' },
  previewPlanChange: {
    status: 422,
    reason: 'the story has one plan, and its subscription has the newest version',
  },
  receiveProviderWebhook: { status: 401, reason: 'only the provider can sign a notification' },
  getLinkedDocument: { status: 404, reason: 'links are opened in a browser; the page knows no token' },
  sendInvoice: { status: 400, reason: 'the installation of the story has no mail server' },
  getEmail: { status: 0, reason: 'without a mail server there is no e-mail to name' },
  getEmailMessage: { status: 0, reason: 'without a mail server there is no e-mail to name' },
  retryEmail: { status: 0, reason: 'without a mail server there is no e-mail to name' },
  reprocessProviderNotification: { status: 0, reason: 'without a signed notification there is none to name' },
  retryWebhookDelivery: {
    status: 400,
    reason: 'deliveries to an inbox succeed, and only failed ones can be retried',
  },
  deleteBillableMetric: { status: 400, reason: 'the usage of the story is on a draft' },
  deleteCustomer: { status: 400, reason: 'the customer has unpaid invoices' },
};

/** Returns whether an operation has returned what the page's user can expect of it. */
function isExpected({ id, status }: Execution): boolean {
  const expected = EXCEPTIONS[id]?.status;
  return expected === undefined ? status >= 200 && status < 300 : status === expected;
}

describe('the requests that the Swagger page fills in', () => {
  const app = useTestApp();

  it('execute all operations from top to bottom, and the deletions from bottom to top', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, app.url], { maxBuffer: 2 ** 27 });
    const executions = JSON.parse(stdout) as Execution[];
    const afterRevocation = executions.pop();
    expect(executions.filter((it) => !isExpected(it))).toEqual([]);
    // The deletions have revoked the key of the example. The page then fills in the key in use.
    expect(executions.slice(-2).map((it) => it.id)).toEqual(['revokeApiKey', 'revokeApiKey']);
    expect(afterRevocation).toMatchObject({ id: 'revokeApiKey', status: 401 });
    const document = (await app.request.get('/openapi.json')).body as OpenAPIObject;
    const described = apiRoutes(document).map((it) => it.operation.operationId);
    expect(new Set(executions.map((it) => it.id))).toEqual(new Set(described));
  }, 60_000);
});
