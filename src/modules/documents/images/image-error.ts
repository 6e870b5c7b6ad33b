/** Says why an image is refused, in words that follow the name of its field, e.g. `must be at most 256 KB`. */
export class ImageError extends Error {}

export const LARGEST_SIDE = 4096;
/** Limits the memory and the time that decoding takes: 256 KB can describe far larger images. */
export const MOST_PIXELS = 4_194_304;

/** @throws ImageError */
export function checkDimensions(width: number, height: number): void {
  if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE) {
    throw new ImageError(`must be 1 to ${LARGEST_SIDE} pixels wide and high`);
  }
  if (width * height > MOST_PIXELS)
    throw new ImageError('must have at most 4,194,304 pixels, e.g. 2048 x 2048');
}
