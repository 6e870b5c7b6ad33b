import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AddressPolicy,
  OutboundClient,
  type OutboundClientOptions,
  type OutboundOutcome,
} from '../../src/platform/outbound';

/** Allows loopback addresses, on which the receivers of tests listen. */
export const loopbackPolicy = new AddressPolicy(['127.0.0.0/8', '::1/128']);

/** Reads one of the committed TLS fixtures. */
export function tlsFixture(
  name: 'ca.crt' | 'valid.crt' | 'expired.crt' | 'self-signed.crt' | 'server.key',
): Buffer {
  return readFileSync(join(__dirname, 'tls', name));
}

/** Returns a client for receivers on this machine, with a deadline of 5 s. The test must close it. */
export function anOutboundClient(overrides: Partial<OutboundClientOptions> = {}): OutboundClient {
  return new OutboundClient({
    policy: loopbackPolicy,
    deadlineMs: 5_000,
    ...overrides,
  });
}

/** Posts a small JSON body. */
export function postTo(client: OutboundClient, url: string, onBehalfOf = 'acme'): Promise<OutboundOutcome> {
  const headers = { 'content-type': 'application/json' };
  return client.post({ url, headers, body: Buffer.from('{"a":1}'), onBehalfOf });
}
