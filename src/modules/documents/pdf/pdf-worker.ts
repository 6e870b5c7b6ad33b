import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DocumentLayout } from '../blocks/block';
import type { DrawRequest, DrawResponse } from './pdf-messages';

interface Waiting {
  resolve(pdf: Buffer): void;
  reject(error: Error): void;
}

/**
 * Draws documents in a thread of its own, so that requests do not wait meanwhile. The thread starts with the first
 * document. If it dies, the documents in flight are rejected, and the next one starts it again.
 */
@Injectable()
export class PdfWorker implements OnApplicationShutdown {
  /** Jest runs the sources, where the compiled thread is missing: the calling thread draws instead. */
  protected readonly file: string = join(__dirname, 'pdf-thread.js');
  private readonly waiting = new Map<number, Waiting>();
  private thread: Worker | null = null;
  private lastId = 0;
  private stopped = false;

  /** Draws a document; see `drawPdf`. */
  async draw(layout: DocumentLayout): Promise<Buffer> {
    if (this.stopped) throw new Error('The service is shutting down.');
    if (!existsSync(this.file)) {
      // Loading the libraries takes 0.2 s, which a process with a thread need not spend.
      const { drawPdf } = await import('./draw-pdf.js');
      return drawPdf(layout);
    }
    const request: DrawRequest = { id: ++this.lastId, layout };
    return new Promise<Buffer>((resolve, reject) => {
      const thread = (this.thread ??= this.start());
      thread.postMessage(request);
      this.waiting.set(request.id, { resolve, reject });
      // An idle thread does not keep the process alive; one that draws does.
      thread.ref();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.thread?.terminate();
  }

  private start(): Worker {
    const thread = new Worker(this.file);
    let failure: Error | null = null;
    thread.on('message', (response: DrawResponse) => this.settle(response));
    // 'exit' follows.
    thread.on('error', (error) => (failure = error));
    thread.on('exit', () => {
      if (this.thread === thread) this.thread = null;
      const error = failure ?? new Error('The thread that draws documents has stopped.');
      for (const waiting of this.waiting.values()) waiting.reject(error);
      this.waiting.clear();
    });
    thread.unref();
    return thread;
  }

  private settle(response: DrawResponse): void {
    const waiting = this.waiting.get(response.id);
    this.waiting.delete(response.id);
    if (this.waiting.size === 0) this.thread?.unref();
    if ('error' in response) waiting?.reject(response.error);
    else waiting?.resolve(Buffer.from(response.pdf.buffer));
  }
}
