import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { isLocalShortage } from '../errors/local-shortage';

/** The class with which the error message of a delivery begins. The list is closed. */
export type OutboundErrorClass =
  | 'timeout'
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls_error'
  | 'blocked_address'
  | 'http_status';

/**
 * Why this process could not send a request, although the endpoint is not at fault: a lack of file descriptors or memory,
 * or a defect of the service.
 */
export interface LocalFault {
  kind: 'shortage' | 'defect';
  cause: unknown;
}

/**
 * Why an outbound request failed. `message` is a clause that can stand alone or follow "the endpoint returned 200,
 * but".
 *
 * Has no `code`: undici acts on the `code` of an error, and for some codes (UND_ERR_SOCKET, the TLS name mismatch)
 * reconnects instead of failing the request.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly errorClass: OutboundErrorClass,
    message: string,
    readonly localFault: LocalFault | null = null,
  ) {
    super(message);
  }
}

const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain ends in an unknown self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate is from an unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is from an unknown issuer',
};

/**
 * undici's error codes for an invalid status and for contradictory lengths. The second one also occurs when the
 * connection is lost during the body.
 */
const BAD_HEADERS = new Set(['ERR_ASSERTION', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

/**
 * Classifies an error from Node or undici. Replaces its message, which may quote the receiver's response.
 *
 * @param progress whether the request had been written to a connection, and whether the response headers had been read
 */
export function toOutboundError(
  error: unknown,
  { isSent, hasHeaders }: { isSent: boolean; hasHeaders: boolean },
): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  if (!isSent && isLocalShortage(error)) return shortage(error);
  if (BAD_HEADERS.has(code) && !hasHeaders) return unreadable();
  const known = connectFault(code) ?? protocolFault(code, error);
  if (known !== null) return known;
  return !isSent && isDefect(code) ? defect(error) : closed(code);
}

/** Classifies an error that occurs before the request is sent. */
export const toUnsentError = (error: unknown): OutboundError =>
  toOutboundError(error, { isSent: false, hasHeaders: false });

/** Returns the error of a failed lookup, with the resolver's code (ENOTFOUND, ESERVFAIL, EAI_AGAIN, ...). */
export function dnsError(hostname: string, error: unknown): OutboundError {
  if (isLocalShortage(error) || (error !== null && lacksDescriptors())) return shortage(error);
  return new OutboundError('dns_error', `${hostname} could not be resolved (${codeOf(error) || 'unknown'})`);
}

/** Classifies an error that occurs after the TCP connection and before the end of the TLS handshake. */
export function tlsError(error: unknown): OutboundError {
  const code = codeOf(error);
  if (isLostConnection(error)) {
    return new OutboundError(
      'connection_reset',
      `the connection was closed during the TLS handshake (${code})`,
    );
  }
  const fault = CERTIFICATE_FAULTS[code] ?? 'no secure connection could be established';
  return new OutboundError('tls_error', `${fault} (${code || 'unknown'})`);
}

/** Returns whether the connection was lost, as opposed to undici rejecting a response. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'UND_ERR_SOCKET') return !isBadAnswer(error);
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED';
}

function connectFault(code: string): OutboundError | null {
  switch (code) {
    case 'ECONNREFUSED':
      return new OutboundError('connection_refused', 'the endpoint refused the connection');
    case 'ETIMEDOUT':
      return new OutboundError('timeout', 'the endpoint could not be reached in time (ETIMEDOUT)');
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
    case 'EACCES':
    case 'EPERM':
      return new OutboundError(
        'connection_refused',
        `no connection to the endpoint could be established (${code})`,
      );
    default:
      return null;
  }
}

function protocolFault(code: string, error: unknown): OutboundError | null {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new OutboundError('http_status', 'the response headers are too large');
  }
  // Checks the error's name, because errors of the HTTP parser do not always have a `code`.
  const isParsers = textOf(error, 'name') === 'HTTPParserError';
  if (isParsers || (code === 'UND_ERR_SOCKET' && isBadAnswer(error))) return unreadable();
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') {
    return new OutboundError(
      'http_status',
      'the request could not be sent because one of its headers is invalid',
    );
  }
  // A TLS alert after the handshake, e.g. because the receiver requires a client certificate in TLS 1.3.
  return /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code) ? tlsError(error) : null;
}

/** Errors without a code, and Node's errors for invalid arguments, come from our own code. */
const isDefect = (code: string): boolean => code === '' || code.startsWith('ERR_');

const defect = (cause: unknown): OutboundError =>
  new OutboundError('connection_reset', 'the request could not be sent', { kind: 'defect', cause });

const shortage = (cause: unknown): OutboundError =>
  new OutboundError('connection_refused', 'no connection could be opened', { kind: 'shortage', cause });

/** Descriptors that a lookup needs at the same time, for /etc/hosts and its sockets. */
const LOOKUP_DESCRIPTORS = 4;

/** Returns whether a lookup now lacks descriptors, which `getaddrinfo` reports as a host that does not exist. */
function lacksDescriptors(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < LOOKUP_DESCRIPTORS) opened.push(openSync(devNull, 'r'));
    return false;
  } catch (error) {
    return isLocalShortage(error);
  } finally {
    opened.forEach(closeSync);
  }
}

const unreadable = (): OutboundError =>
  new OutboundError('http_status', 'the response is not valid HTTP/1.1');

function closed(code: string): OutboundError {
  const detail = code === '' || code.startsWith('UND_ERR') ? '' : ` (${code})`;
  return new OutboundError(
    'connection_reset',
    `the connection was closed before the response was complete${detail}`,
  );
}

// undici raises a SocketError both for a lost connection and for an interim response that it does not accept.
function isBadAnswer(error: unknown): boolean {
  return textOf(error, 'message').startsWith('bad ');
}

// If a host name has several addresses, "refused" by one is more informative than "no route" to another.
function codeOf(error: unknown): string {
  if (!isObject(error) || !Array.isArray(error.errors)) return textOf(error, 'code');
  const codes = error.errors.map(codeOf);
  return codes.includes('ECONNREFUSED') ? 'ECONNREFUSED' : (codes.at(-1) ?? '');
}

// Checks fields, because `instanceof Error` is false for Node's own errors under Jest.
function textOf(error: unknown, field: 'code' | 'message' | 'name'): string {
  const value = isObject(error) ? error[field] : undefined;
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
