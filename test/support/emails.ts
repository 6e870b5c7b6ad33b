import { eventually } from './eventually';
import type { TestOrganization } from './test-app';
import { bodyOf } from './wire';

/** An e-mail as the API shows it. */
export interface EmailBody {
  id: string;
  kind: string;
  state: string;
  automatic: boolean;
  customer_id: string;
  invoice_id: string | null;
  to: string | null;
  subject: string | null;
  message_id: string | null;
  attempts: number;
  next_attempt_at: string | null;
  last_error: string | null;
  completed_at: string | null;
}

/** Returns the organization's e-mails, oldest first. */
export const emailsOf = (organization: TestOrganization, query = ''): Promise<EmailBody[]> =>
  bodyOf(organization.get(`/v1/emails?order_by=created_at${query}`));

export const emailOf = (organization: TestOrganization, id: string): Promise<EmailBody> =>
  bodyOf(organization.get(`/v1/emails/${id}`));

/** Waits until an e-mail is in a state. */
export const untilState = (organization: TestOrganization, id: string, state: string): Promise<EmailBody> =>
  eventually(async () => {
    const email = await emailOf(organization, id);
    return email.state === state ? email : null;
  });

/** Waits until the last attempt of an e-mail has failed and the next one is planned. */
export const untilRetried = (
  organization: TestOrganization,
  id: string,
  attempts: number,
): Promise<EmailBody> =>
  eventually(async () => {
    const email = await emailOf(organization, id);
    return email.attempts === attempts && email.last_error !== null && email.state === 'pending'
      ? email
      : null;
  });
