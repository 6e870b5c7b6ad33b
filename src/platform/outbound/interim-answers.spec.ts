import fc from 'fast-check';
import { InterimAnswers } from './interim-answers';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\nHTTP/1.1 100 \r\n';

/** Returns the text after processing it in these chunks. */
function changed(pieces: readonly string[], answers = new InterimAnswers()): string {
  const chunks = pieces.map((it) => Buffer.from(it));
  for (const chunk of chunks) answers.change(chunk);
  return Buffer.concat(chunks).toString();
}

describe('InterimAnswers', () => {
  it('turns an unsolicited 100 Continue into a 102 and leaves the rest unchanged', () => {
    expect(changed([`HTTP/1.1 100 Continue\r\n\r\n${OK}`])).toBe(`HTTP/1.1 102 Continue\r\n\r\n${OK}`);
    expect(changed([`\r\n\nHTTP/1.1 100 Continue\r\n\r\n${OK}`])).toBe(
      `\r\n\nHTTP/1.1 102 Continue\r\n\r\n${OK}`,
    );
    expect(changed([`HTTP/1.0 100\r\n\r\n${OK}`])).toBe(`HTTP/1.0 102\r\n\r\n${OK}`);
  });

  it('finds a 100 Continue among other interim responses, regardless of how they are split into chunks', () => {
    const interim = fc.constantFrom(
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 100 Continue\r\nX-A: HTTP/1.1 100\r\nX-B: \r\r\n\r\n',
      'HTTP/1.1 102 Processing\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
    );
    fc.assert(
      fc.property(fc.array(interim), fc.array(fc.nat({ max: 30 })), (interims, sizes) => {
        const text = interims.join('') + OK;
        const pieces = sizes.map((size, n) => {
          const from = sizes.slice(0, n).reduce((sum, it) => sum + it, 0);
          return text.slice(from, from + size);
        });
        const rest = text.slice(pieces.join('').length);
        const expected = interims.map((it) => it.replace(/^HTTP\/1\.1 100/, 'HTTP/1.1 102')).join('') + OK;
        expect(changed([...pieces, rest])).toBe(expected);
      }),
    );
  });

  it('also turns a 100 Continue in the response to the next request into a 102', () => {
    const answers = new InterimAnswers();
    changed([OK], answers);
    const next = 'HTTP/1.1 100 Continue\r\n\r\n';
    expect(changed([next], answers)).toBe(next);
    answers.beginAnswer();
    expect(changed([next], answers)).toBe('HTTP/1.1 102 Continue\r\n\r\n');
  });
});

it.each([
  'HTTP/1.1 101 Switching\r\n\r\n',
  'HTTP/1.1 500 \r\n\r\n',
  'SSH-2.0-OpenSSH_9.7\r\n',
  'HTTP/2 100\r\n',
])('leaves %j unchanged', (text) => {
  expect(changed([text])).toBe(text);
});
