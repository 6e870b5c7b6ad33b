import { Progress } from './progress.js';

function streamOf(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

describe('Progress', () => {
  it('draws a bar on a terminal, at most every 100 ms, and removes it', () => {
    const { written, stream } = streamOf(true);
    const progress = new Progress(stream);
    progress.show(1, 4, 'line 1');
    progress.show(2, 4, 'line 2');
    progress.clear();
    expect(written).toHaveLength(2);
    expect(written[0]).toContain(' 25 %  line 1');
    expect(written[1]).toBe('\r\u001b[2K');
  });

  it('draws nothing elsewhere', () => {
    const { written, stream } = streamOf(false);
    const progress = new Progress(stream);
    progress.show(1, 4, 'line 1');
    progress.clear();
    expect(written).toEqual([]);
  });
});
