import type supertest from 'supertest';
import type { TestOrganization } from './test-app';

/** An entry of the audit log, as its GET returns it. */
export interface AuditEntry {
  id: string;
  actor_type: string;
  api_key_id: string | null;
  api_key_prefix: string | null;
  job: string | null;
  operation: string;
  object_type: string;
  object_id: string | null;
  changed_fields: string[];
  ip_address: string | null;
  request_id: string | null;
  session_id: string | null;
  created_at: string;
}

/** Returns entries of the audit log, newest first. */
export async function auditEntries(organization: TestOrganization, query = ''): Promise<AuditEntry[]> {
  const { body } = (await organization.get(`/v1/audit_log${query}`).expect(200)) as { body: AuditEntry[] };
  return body;
}

/** Makes requests that write, and checks that each leaves exactly one entry in the audit log. */
export class AuditedWrites {
  /** The operations that were made. */
  readonly operations = new Set<string>();
  /** What was found wrong. */
  readonly findings: string[] = [];

  constructor(private readonly organization: TestOrganization) {}

  /** Makes a request of an operation and returns the body of its response, which must be a success. */
  async make<Body = { id: string }>(operation: string, request: supertest.Test): Promise<Body> {
    const response = await request;
    if (response.status >= 300) throw new Error(`${operation}: ${response.status} ${response.text}`);
    this.operations.add(operation);
    const entries = await this.entriesOf(response);
    const found = entries.map((it) => `${it.operation} by ${it.api_key_id}`);
    const expected = `${operation} by ${this.organization.apiKeyId}`;
    if (found.length !== 1 || found[0] !== expected) {
      this.findings.push(`${expected}: has ${entries.length} entries [${found.join(', ')}]`);
    }
    return response.body as Body;
  }

  /** Returns the entries of the request that a response belongs to. */
  entriesOf(response: supertest.Response): Promise<AuditEntry[]> {
    return auditEntries(this.organization, `?request_id=${response.headers['x-request-id']}`);
  }
}
