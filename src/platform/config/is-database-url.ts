import { ValidateBy, isURL, type ValidationOptions } from 'class-validator';
import { hostsOf, urlOf } from '../database/database-hosts';

const FORM = { protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false };

/** Checks a database URL, which may list several hosts: `postgres://user:password@db1:5432,db2:5432/billing`. */
export function IsDatabaseUrl(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isDatabaseUrl',
      validator: {
        validate: isDatabaseUrl,
        defaultMessage: () =>
          '$property must be a URL such as postgres://user:password@host:5432/database, with commas between several hosts',
      },
    },
    options,
  );
}

function isDatabaseUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const hosts = hostsOf(value);
  return hosts.length > 0 && hosts.every((it) => isURL(urlOf(value, it), FORM));
}
