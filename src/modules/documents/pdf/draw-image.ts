import type { ImageBlock } from '../blocks/block';
import { embedImage } from './embed-image';
import type { Area, Sheet, Tag } from './sheet';
import { IMAGE } from './theme';

export function drawImage(sheet: Sheet, block: ImageBlock, area: Area, parent: Tag): void {
  const image = embedImage(sheet.document, block.image);
  const rotated = (image.orientation ?? 1) > 4;
  const [pixelsX, pixelsY] = rotated ? [image.height, image.width] : [image.width, image.height];
  // Small images are not enlarged: 96 pixels are an inch.
  const scale = Math.min(0.75, Math.min(area.width, IMAGE.width) / pixelsX, IMAGE.height / pixelsY);
  const [width, height] = [pixelsX * scale, pixelsY * scale];
  sheet.reserve(height);
  const bbox: [number, number, number, number] = [area.x, sheet.y, area.x + width, sheet.y + height];
  const tag = sheet.tag(parent, 'Figure', { alt: block.alternative, bbox, placement: 'Block' });
  sheet.content(tag, 'Figure', () => {
    // The type definitions of pdfkit do not say that it draws images that are embedded already.
    sheet.document.image(image as unknown as Buffer, area.x, sheet.y, { fit: [width, height] });
  });
  sheet.advance(height);
}
