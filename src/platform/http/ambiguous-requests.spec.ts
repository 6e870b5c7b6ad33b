import { ambiguityOf } from './ambiguous-requests';

const messageFor = (rawHeaders: string[], headers: Record<string, string>, httpVersion = '1.1') =>
  ambiguityOf({ rawHeaders, headers, httpVersion })?.message ?? null;

describe('ambiguityOf', () => {
  it('returns null for one Host and one Transfer-Encoding in any case', () => {
    expect(messageFor(['HOST', 'a'], { host: 'a' })).toBeNull();
    const raw = ['Host', 'a', 'Transfer-Encoding', ' Chunked '];
    expect(messageFor(raw, { host: 'a', 'transfer-encoding': ' Chunked ' })).toBeNull();
  });

  it('does not mistake values for names, and lets other headers repeat', () => {
    expect(messageFor(['Host', 'host', 'X-A', 'host'], { host: 'host' })).toBeNull();
    expect(
      messageFor(['Host', 'a', 'X-A', '1', 'X-A', '2', 'TE', 'gzip', 'TE', 'x'], { host: 'a' }),
    ).toBeNull();
  });

  it('requires Host, except from HTTP/1.0', () => {
    expect(messageFor([], {})).toMatch(/Host header is missing/);
    expect(messageFor([], {}, '1.0')).toBeNull();
  });

  it.each([
    ['Host', 'Host'],
    ['Host', 'hOST'],
    ['Transfer-Encoding', 'transfer-encoding'],
  ])('refuses %s in addition to %s', (first, second) => {
    expect(messageFor([first, 'a', second, 'a'], { host: 'a' })).toMatch(/must not be repeated/);
  });

  it.each(['gzip, chunked', 'identity', ''])('refuses Transfer-Encoding: %s', (coding) => {
    expect(messageFor(['Host', 'a'], { host: 'a', 'transfer-encoding': coding })).toMatch(
      /must be "chunked"/,
    );
  });
});
