import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupAll } from '../../src/platform/outbound';

/** The result of a stubbed lookup: addresses, an error code of the resolver, or no response at all. */
export type StubAnswer = readonly string[] | { code: string } | 'hang';

/** A resolver for tests that counts its lookups. */
export interface StubLookup {
  lookup: LookupAll;
  calls: number;
}

/** Returns a resolver whose results come from a function of the name and the number of the call. */
export function stubLookup(answerFor: (hostname: string, call: number) => StubAnswer): StubLookup {
  const stub: StubLookup = {
    calls: 0,
    lookup: (hostname, _options, callback) => {
      stub.calls += 1;
      const answer = answerFor(hostname, stub.calls);
      if (answer === 'hang') return;
      process.nextTick(() => {
        if ('code' in answer) callback(Object.assign(new Error(answer.code), { code: answer.code }), []);
        else callback(null, answer.map(toLookupAddress));
      });
    },
  };
  return stub;
}

function toLookupAddress(address: string): LookupAddress {
  return { address, family: isIP(address) };
}
