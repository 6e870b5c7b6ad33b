import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layoutOf } from '../../../../test/support/pdf/layouts';
import { PdfWorker } from './pdf-worker';

/** Returns the title as PDF; fails and stops for some titles. */
const THREAD = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ id, layout }) => {
  if (layout.title === 'crash') throw new Error('crashed');
  if (layout.title === 'exit') process.exit(1);
  if (layout.title === 'fail') parentPort.postMessage({ id, error: new Error('failed') });
  else if (layout.title !== 'wait') parentPort.postMessage({ id, pdf: new Uint8Array(Buffer.from(layout.title)) });
});`;

class TestWorker extends PdfWorker {
  protected override readonly file: string;

  constructor(file: string) {
    super();
    this.file = file;
  }
}

describe('PdfWorker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-worker-'));
  const file = join(folder, 'thread.js');
  const worker = new TestWorker(file);
  const draw = (title: string): Promise<string> =>
    worker.draw(layoutOf([], { title })).then((pdf) => pdf.toString('utf8'));

  beforeAll(() => writeFileSync(file, THREAD));
  afterAll(async () => {
    await worker.onApplicationShutdown();
    rmSync(folder, { recursive: true });
  });

  test('documents drawn at the same time are not confused', async () => {
    expect(await Promise.all(['a', 'b', 'c'].map(draw))).toEqual(['a', 'b', 'c']);
  });

  test('an error rejects its document only', async () => {
    const [failed, drawn] = await Promise.allSettled([draw('fail'), draw('b')]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'failed' } });
    expect(drawn).toEqual({ status: 'fulfilled', value: 'b' });
  });

  test('a layout that cannot be sent is rejected', async () => {
    const fixedAt = (() => undefined) as unknown as Date;
    await expect(worker.draw(layoutOf([], { fixedAt }))).rejects.toThrow('could not be cloned');
  });

  test.each([
    ['crash', 'crashed'],
    ['exit', 'has stopped'],
  ])(
    'after %s of the thread, documents in flight are rejected and the next starts it again',
    async (title, reason) => {
      const waiting = draw('wait');
      const crashed = draw(title);
      await expect(waiting).rejects.toThrow(reason);
      await expect(crashed).rejects.toThrow(reason);
      expect(await draw('again')).toBe('again');
    },
  );

  test('a shutdown rejects documents in flight and later ones', async () => {
    const stopping = new TestWorker(file);
    const waiting = stopping.draw(layoutOf([], { title: 'wait' }));
    await Promise.all([expect(waiting).rejects.toThrow('has stopped'), stopping.onApplicationShutdown()]);
    await expect(stopping.draw(layoutOf([]))).rejects.toThrow('shutting down');
  });

  test('without a compiled thread, the calling thread draws', async () => {
    const pdf = await new TestWorker(join(folder, 'missing.js')).draw(
      layoutOf([{ type: 'paragraph', text: 'x' }]),
    );
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  });
});
