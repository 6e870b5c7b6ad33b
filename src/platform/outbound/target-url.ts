import { isIP } from 'node:net';
import { isLongerThan } from '../domain/characters';
import type { AddressPolicy } from './address-policy';
import { isBlockedPort } from './port-policy';

const MAX_URL_CHARS = 2048;

export type TargetUrlErrorCode =
  | 'too_long'
  | 'invalid_url'
  | 'unsupported_scheme'
  | 'url_credentials'
  | 'url_fragment'
  | 'blocked_address'
  | 'blocked_port';

/** Why a URL is refused. `message` is a sentence for the API user. */
export interface TargetUrlRefusal {
  ok: false;
  code: TargetUrlErrorCode;
  message: string;
}

/** A URL whose text is acceptable; the addresses of a host name are checked on each connection. */
export interface AcceptedTargetUrl {
  ok: true;
  url: URL;
}

/**
 * Checks the URL of a webhook endpoint: absolute http or https, at most 2048 characters, without credentials, fragment,
 * blocked port or blocked address, regardless of the spelling of the address (docs/webhooks.md). Never throws.
 *
 * Accepts any host name, because its addresses are checked on each connection.
 */
export function parseTargetUrl(raw: string, policy: AddressPolicy): AcceptedTargetUrl | TargetUrlRefusal {
  if (isLongerThan(raw, MAX_URL_CHARS)) {
    return refuse('too_long', `The URL is longer than ${MAX_URL_CHARS} characters.`);
  }
  // The URL parser drops tabs and newlines and treats a backslash as a slash, so the stored URL would mean something
  // else.
  if (/[^\x21-\x5b\x5d-\x7e\u00a0-\uffff]/.test(raw)) {
    return refuse('invalid_url', 'The URL contains a space, a control character or a backslash.');
  }
  const url = tryParse(raw);
  if (url === null) return refuse('invalid_url', 'The URL is not a valid absolute URL.');
  return refusalOf(raw, url, policy) ?? { ok: true, url };
}

function refusalOf(raw: string, url: URL, policy: AddressPolicy): TargetUrlRefusal | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('unsupported_scheme', 'The URL must begin with http:// or https://.');
  }
  // "http:host" and "http:/host" parse, but other software does not treat them as absolute URLs.
  if (!/^https?:\/\/[^/]/i.test(raw)) {
    return refuse('invalid_url', 'The URL must begin with http:// or https:// and a host.');
  }
  // Checks the text, because the parsed URL does not show empty credentials (http://@host) or an empty fragment.
  if (/^[^/]+\/\/[^/?#]*@/.test(raw)) {
    return refuse('url_credentials', 'The URL must not contain a user name or password.');
  }
  if (raw.includes('#')) return refuse('url_fragment', 'The URL must not contain a fragment (#).');
  return hostRefusal(url, policy);
}

function hostRefusal(url: URL, policy: AddressPolicy): TargetUrlRefusal | null {
  if (!isAllowedHost(url.hostname, policy)) {
    return refuse(
      'blocked_address',
      'The URL points to a private, local or reserved address, to which webhooks are not sent.',
    );
  }
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (isBlockedPort(port)) {
    return refuse('blocked_port', `Port ${port} belongs to a service that does not receive webhooks.`);
  }
  return null;
}

// `hostname` is normalized: decimal, octal, hexadecimal and full-width spellings have become dotted IPv4.
function isAllowedHost(hostname: string, policy: AddressPolicy): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) {
    return policy.isAllowed('127.0.0.1') || policy.isAllowed('::1');
  }
  const address = host.startsWith('[') ? host.slice(1, -1) : host;
  return isIP(address) === 0 || policy.isAllowed(address);
}

function tryParse(raw: string): URL | null {
  try {
    return new URL(raw);
  } catch {
    return null;
  }
}

function refuse(code: TargetUrlErrorCode, message: string): TargetUrlRefusal {
  return { ok: false, code, message };
}
