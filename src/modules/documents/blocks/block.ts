/** An image that was verified: PNG or JPEG, at most 256 KB. */
export interface DocumentImage {
  contentType: 'image/png' | 'image/jpeg';
  /** In pixels. */
  width: number;
  height: number;
  bytes: Buffer;
}

/** A title. A document has exactly one of level 1, and it comes before those of level 2. */
export interface HeadingBlock {
  type: 'heading';
  level: 1 | 2;
  text: string;
}

/** Text in which line feeds break lines. */
export interface ParagraphBlock {
  type: 'paragraph';
  text: string;
  style?: 'strong' | 'small';
}

export interface ImageBlock {
  type: 'image';
  image: DocumentImage;
  /** Describes the image to readers who cannot see it. */
  alternative: string;
}

/** A conspicuous word about the state of the document, e.g. DRAFT. */
export interface StampBlock {
  type: 'stamp';
  text: string;
}

/** Pairs of a label and a value, e.g. the issuing date. */
export interface FieldsBlock {
  type: 'fields';
  fields: readonly { label: string; value: string }[];
}

/** Groups of blocks side by side, of equal widths. They cannot be nested. */
export interface ColumnsBlock {
  type: 'columns';
  columns: readonly (readonly Exclude<Block, ColumnsBlock>[])[];
}

export interface TableColumn {
  header: string;
  /** `end` for numbers. */
  align: 'start' | 'end';
  /** Share of the width. The widths of a table need not add up to anything in particular. */
  width: number;
}

/** A row of a table; the cell in the first column is its header. */
export interface TableRow {
  cells: readonly string[];
  style?: 'strong';
}

/** A table. Its header row is repeated on each page. */
export interface TableBlock {
  type: 'table';
  /** Says what the table shows; read out, and visible as a small title. */
  caption: string;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
}

/** A part of a document. The service draws blocks as HTML and as PDF, escapes their texts and tags them. */
export type Block =
  | HeadingBlock
  | ParagraphBlock
  | ImageBlock
  | StampBlock
  | FieldsBlock
  | ColumnsBlock
  | TableBlock;

/** The blocks of a document, and what applies to all of them. */
export interface DocumentLayout {
  /** The title of the page and of the PDF. */
  title: string;
  /** BCP 47 tag of the language of the texts, e.g. `de-AT`. */
  language: string;
  /** `#rrggbb`; decorates lines, and is never the colour of text, so that every colour is readable. */
  accentColor: string;
  blocks: readonly Block[];
  /** Repeated at the bottom of each page of the PDF; e.g. the seller and the number of the document. */
  footer: string;
  /** Texts that the drawing itself needs, in the language of the document. `page` contains `{page}` and `{pages}`. */
  labels: { page: string };
  /** When the content was fixed; becomes the creation date of the PDF, which must not depend on the time of drawing. */
  fixedAt: Date;
}
