import { ambiguityOf } from './ambiguous-requests';

const messageFor = (rawHeaders: string[], headers: Record<string, string>, httpVersion = '1.1') =>
  ambiguityOf({ rawHeaders, headers, httpVersion })?.message ?? null;

describe('ambiguityOf', () => {
  it('accepts one Host and one Transfer-Encoding, in upper or lower case', () => {
    expect(messageFor(['HOST', 'a'], { host: 'a' })).toBeNull();
    const raw = ['Host', 'a', 'Transfer-Encoding', ' Chunked '];
    expect(messageFor(raw, { host: 'a', 'transfer-encoding': ' Chunked ' })).toBeNull();
  });

  it('accepts values that equal header names, and repetition of headers other than Host and Transfer-Encoding', () => {
    expect(messageFor(['Host', 'host', 'X-A', 'host'], { host: 'host' })).toBeNull();
    expect(
      messageFor(['Host', 'a', 'X-A', '1', 'X-A', '2', 'TE', 'gzip', 'TE', 'x'], { host: 'a' }),
    ).toBeNull();
  });

  it('refuses a request without Host, except with HTTP/1.0', () => {
    expect(messageFor([], {})).toMatch(/Host header is missing/);
    expect(messageFor([], {}, '1.0')).toBeNull();
  });

  it.each([
    ['Host', 'Host'],
    ['Host', 'hOST'],
    ['Transfer-Encoding', 'transfer-encoding'],
  ])('refuses a repeated header: %s and %s', (first, second) => {
    expect(messageFor([first, 'a', second, 'a'], { host: 'a' })).toMatch(/must not be repeated/);
  });

  it.each(['gzip, chunked', 'identity', ''])('refuses Transfer-Encoding: %s', (coding) => {
    expect(messageFor(['Host', 'a'], { host: 'a', 'transfer-encoding': coding })).toMatch(
      /must be "chunked"/,
    );
  });
});
