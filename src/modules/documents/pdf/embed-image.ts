import type { DocumentImage } from '../blocks/block';
import { readJpeg } from '../images/jpeg';
import { decodePng } from '../images/png-pixels';
import type { PdfDocument } from './accessible-document';

/** An image in the form that pdfkit draws. The dimensions are in pixels. */
export interface EmbeddedImage {
  width: number;
  height: number;
  /** The orientation in EXIF. From 5 on, width and height change places. */
  orientation?: number;
}

/** The part of pdfkit's documents that its type definitions omit. */
interface ImageOpener {
  openImage(source: Buffer): EmbeddedImage;
}

/**
 * Embeds an image in a document.
 *
 * @throws ImageError if the image was not verified and is broken
 */
export function embedImage(document: PdfDocument, { contentType, bytes }: DocumentImage): EmbeddedImage {
  // From another thread, the bytes arrive as a plain Uint8Array.
  const buffer = Buffer.from(bytes);
  if (contentType === 'image/png') return embedPng(document, buffer);
  readJpeg(buffer);
  return (document as unknown as ImageOpener).openImage(buffer);
}

/**
 * pdfkit decodes transparent PNG images in callbacks: their errors cannot be caught, and the order of their bytes in
 * the file varies. It also draws some kinds wrong, e.g. palettes of 16 colors with transparency.
 */
function embedPng(document: PdfDocument, bytes: Buffer): EmbeddedImage {
  const { width, height, rgba, opaque } = decodePng(bytes);
  const shared = { Type: 'XObject', Subtype: 'Image', BitsPerComponent: 8, Width: width, Height: height };
  let mask: PDFKit.PDFKitReference | null = null;
  if (!opaque) {
    mask = document.ref({ ...shared, ColorSpace: 'DeviceGray' });
    mask.end(channels(rgba, 3, 1));
  }
  const color = document.ref({
    ...shared,
    ColorSpace: 'DeviceRGB',
    ...(mask === null ? {} : { SMask: mask }),
  });
  color.end(channels(rgba, 0, 3));
  // The ID of an object is unique in its document.
  return Object.assign({ width, height }, { obj: color, label: `P${color.id}` });
}

/** Returns some of the four channels of all pixels. */
function channels(rgba: Buffer, first: number, count: number): Buffer {
  const selected = Buffer.alloc((rgba.length / 4) * count);
  let target = 0;
  for (let pixel = first; pixel < rgba.length; pixel += 4) {
    for (let channel = 0; channel < count; channel++) selected[target++] = rgba[pixel + channel] ?? 0;
  }
  return selected;
}
