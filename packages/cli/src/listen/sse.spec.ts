import * as fc from 'fast-check';
import { SseParser, type ServerSentEvent } from './sse.js';

function parse(bytes: Buffer, size: number): ServerSentEvent[] {
  const parser = new SseParser();
  const events: ServerSentEvent[] = [];
  for (let at = 0; at < bytes.length; at += size) events.push(...parser.push(bytes.subarray(at, at + size)));
  return events;
}

const STREAM = 'retry: 1000\nid: a\n\n:\n\nid: b\ndata: {"é":1}\n\ndata:x\r\ndata: y\r\rdata: unfinished';

describe('SseParser', () => {
  it('returns events for chunks of any size, without comments and unfinished events', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: STREAM.length + 2 }), (size) => {
        expect(parse(Buffer.from(STREAM), size)).toEqual([
          { id: 'a', data: null },
          { id: 'b', data: '{"é":1}' },
          { id: null, data: 'x\ny' },
        ]);
      }),
    );
  });
});
