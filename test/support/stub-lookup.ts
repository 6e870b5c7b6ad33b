import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupAll } from '../../src/platform/outbound';

/** The result of a stubbed lookup: addresses, a failure with a resolver's code, or none at all. */
export type StubResult = readonly string[] | { code: string } | 'hang';

/** A resolver for tests that counts its lookups. */
export interface StubLookup {
  lookup: LookupAll;
  calls: number;
}

/** Returns a resolver whose results come from a function of the name and the number of the call. */
export function stubLookup(resultFor: (hostname: string, call: number) => StubResult): StubLookup {
  const stub: StubLookup = {
    calls: 0,
    lookup: (hostname, _options, callback) => {
      stub.calls += 1;
      const result = resultFor(hostname, stub.calls);
      if (result === 'hang') return;
      process.nextTick(() => {
        if ('code' in result) callback(Object.assign(new Error(result.code), { code: result.code }), []);
        else callback(null, result.map(toLookupAddress));
      });
    },
  };
  return stub;
}

function toLookupAddress(address: string): LookupAddress {
  return { address, family: isIP(address) };
}
