import type { PdfDocument } from '../accessible-document';
import { BASE_FAMILY, FALLBACK_FAMILIES, type FontFamily, type Weight } from './font-files';
import { Face } from './face';
import { sharedFont } from './shared-font';

/** The fonts of one document. A font is opened when a text needs it. */
export class DocumentFonts {
  private readonly faces = new Map<string, Face>();

  constructor(private readonly document: PdfDocument) {}

  base(weight: Weight): Face {
    return this.face(BASE_FAMILY, weight);
  }

  /** Returns the fonts that may have the characters of a text that the base font lacks. */
  fallbacks(text: string, weight: Weight): Face[] {
    return FALLBACK_FAMILIES.filter(({ scripts }) => scripts.test(text)).map((family) =>
      this.face(family, weight),
    );
  }

  private face(family: FontFamily, weight: Weight): Face {
    const name = `${family.name}-${weight}`;
    const known = this.faces.get(name);
    if (known !== undefined) return known;
    const face = new Face(name, sharedFont(family.files[weight]));
    // pdfkit accepts a font of fontkit as well; its type definitions list files and buffers only.
    this.document.registerFont(name, face.forPdfkit() as unknown as Uint8Array);
    this.faces.set(name, face);
    return face;
  }
}
