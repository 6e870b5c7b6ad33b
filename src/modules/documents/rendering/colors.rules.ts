const DARK = '#111111';
const LIGHT = '#ffffff';
/** WCAG 2.2, level AA, for text of any size. */
const MIN_CONTRAST = 4.5;

/** Returns the contrast of two colours, `#rrggbb`, from 1 to 21, as WCAG computes it. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Returns the colour if people can read it on white, else a dark one. */
export function readableOnWhite(color: string): string {
  return contrast(color, LIGHT) >= MIN_CONTRAST ? color : DARK;
}

/** Returns the colour, dark or white, that people can read on a background. */
export function readableOn(background: string): string {
  return contrast(DARK, background) >= contrast(LIGHT, background) ? DARK : LIGHT;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
