import { parentPort } from 'node:worker_threads';
import { drawPdf } from './draw-pdf';
import type { DrawRequest, DrawResponse } from './pdf-messages';

/** The entry of the thread that draws; see `PdfWorker`. */
async function respond({ id, layout }: DrawRequest): Promise<void> {
  try {
    // A copy, because a part of a shared buffer cannot be transferred.
    const pdf = Uint8Array.from(await drawPdf(layout));
    send({ id, pdf }, [pdf.buffer]);
  } catch (error) {
    send({ id, error: error instanceof Error ? error : new Error(String(error)) }, []);
  }
}

function send(response: DrawResponse, transferred: ArrayBuffer[]): void {
  parentPort?.postMessage(response, transferred);
}

parentPort?.on('message', (request: DrawRequest) => void respond(request));
