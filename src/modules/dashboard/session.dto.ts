import type { Config } from '../../platform/config/config';
import { TextField } from '../../platform/http/fields';
import type { FoundSession } from './sessions.repository';

/** Body of a sign-in. */
export class OpenSessionDto {
  @TextField({ description: 'API key', example: 'svc_live_...', max: 200 })
  api_key!: string;
}

/** What the dashboard needs before its first request to the API. */
export interface SessionResponse {
  session: {
    organization_id: string;
    organization_name: string;
    api_key_id: string;
    api_key_name: string;
    api_key_prefix: string;
    expires_at: Date;
  } | null;
  settings: {
    /** Whether creating an organization requires ADMIN_TOKEN. */
    admin_token: boolean;
    test_clock: boolean;
    /** Whether a mail server is configured. */
    mail: boolean;
  };
}

export function toSessionResponse(session: FoundSession | null, config: Config): SessionResponse {
  return {
    session: session && {
      organization_id: session.organizationId,
      organization_name: session.organizationName,
      api_key_id: session.apiKeyId,
      api_key_name: session.keyName,
      api_key_prefix: session.keyPrefix,
      expires_at: session.expiresAt,
    },
    settings: {
      admin_token: config.adminToken !== null,
      test_clock: config.testClock,
      mail: config.mail !== null,
    },
  };
}
