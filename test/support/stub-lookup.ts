import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupAll } from '../../src/platform/outbound';

/** What a stubbed name does: resolve to addresses, fail with a resolver's code, or never answer. */
export type StubAnswer = readonly string[] | { code: string } | 'hang';

/** A resolver of host names for tests, and a count of the look-ups it was asked for. */
export interface StubLookup {
  lookup: LookupAll;
  calls: number;
}

/** Resolves by a function from the name; give a table's entry for fixed answers. */
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
