import type { Request } from 'express';
import type { Config } from '../config/config';

/**
 * Returns the address at which people reach the service, without a trailing slash. Without a PUBLIC_URL that of the request;
 * in production none then, because the caller chooses the Host header.
 */
export function baseUrlOf(
  request: Pick<Request, 'protocol' | 'get'>,
  { publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>,
): string {
  if (publicUrl !== null) return publicUrl;
  return production ? '' : `${request.protocol}://${request.get('host') ?? 'localhost'}`;
}
