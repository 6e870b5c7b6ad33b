import { once } from 'node:events';
import PDFDocument from 'pdfkit';

/** Whether a PDF can have the image. */
export async function isPrintable(image: Buffer): Promise<boolean> {
  const pdf = new PDFDocument({ font: null as unknown as string });
  try {
    pdf.image(image, 0, 0);
  } catch {
    return false;
  }
  pdf.resume();
  const ended = once(pdf, 'end');
  pdf.end();
  await ended;
  return true;
}
