import type { CreatedOrganization, OrganizationDto } from '../organizations';
import { CurrencyField, TextField, TimezoneField } from '../../platform/http/fields';

export class SignInDto {
  @TextField({ description: 'API key', example: 'svc_live_4fQ9xT2bK7mP1sV8wY3zA6cD5eG0hJ2kL4nR7tU9xB1' })
  api_key!: string;
}

export class RegisterDto {
  @TextField({ description: 'Name of the organization', example: 'Acme Inc.' })
  name!: string;

  @CurrencyField({
    description: 'Currency of customers without a currency of their own',
    example: 'USD',
    optional: true,
    default: 'USD',
  })
  default_currency = 'USD';

  @TimezoneField({
    description: 'Time zone of customers without a time zone of their own',
    example: 'Europe/Paris',
    optional: true,
    default: 'UTC',
  })
  timezone = 'UTC';

  @TextField({
    description: 'Admin token, where the operator has set one',
    example: 'a-long-random-token',
    optional: true,
    min: 0,
  })
  admin_token = '';
}

/** What the pages may show and do. */
export interface SessionDto {
  organization: OrganizationDto;
  api_key: { id: string; name: string; key_prefix: string; scopes: string[] };
  /** The end of the session, whatever happens. */
  expires_at: string;
  /** When it ends without another request. */
  idle_expires_at: string;
  /** Whether the service runs on a test clock. */
  test_clock: boolean;
  features: {
    /** Whether Swagger UI is served at /docs. */
    docs: boolean;
    /** Whether an organization can be created without the admin token. */
    open_registration: boolean;
  };
}

/** Of a new organization. The only response of the dashboard that contains a raw key. */
export type RegisteredDto = SessionDto & { raw_key: string };

/** Returns the input of the use case. Organizations with test data are made by the API. */
export function toOrganizationInput({ name, default_currency: defaultCurrency, timezone }: RegisterDto) {
  return { name, defaultCurrency, timezone, test: false };
}

export const idOfCreated = ({ organization }: CreatedOrganization): string => organization.id;
