import type { DocumentImage } from '../blocks/block';
import { ImageError } from './image-error';
import { readJpeg } from './jpeg';
import { PNG_SIGNATURE } from './png-chunks';
import { decodePng } from './png-pixels';

export const LARGEST_IMAGE_BYTES = 262_144;

const JPEG_SIGNATURE = Buffer.from('ffd8ff', 'hex');

/** Returns the image, or what is wrong with it in words that follow the name of its field. */
export function verifyImage(bytes: Buffer): DocumentImage | { problem: string } {
  if (bytes.length > LARGEST_IMAGE_BYTES) return { problem: 'must be at most 256 KB' };
  try {
    if (startsWith(bytes, PNG_SIGNATURE)) {
      const { width, height } = decodePng(bytes);
      return { contentType: 'image/png', width, height, bytes };
    }
    if (startsWith(bytes, JPEG_SIGNATURE)) return { contentType: 'image/jpeg', ...readJpeg(bytes), bytes };
  } catch (error) {
    if (error instanceof ImageError) return { problem: error.message };
    throw error;
  }
  return { problem: 'must be a PNG or JPEG image' };
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}
