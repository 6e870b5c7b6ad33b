import { Injectable } from '@nestjs/common';
import { Extensions } from '../../../platform/extensions';
import type { DocumentData, RenderedDocument } from '../document-data';
import { DOCUMENT_TEMPLATES } from './document-template';

/** The largest HTML or PDF that is stored. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Renders documents with their templates. */
@Injectable()
export class DocumentRenderer {
  constructor(private readonly extensions: Extensions) {}

  /** @throws ExtensionFailedError if the template fails; Error if it is not installed any more. */
  async render(name: string, data: DocumentData): Promise<RenderedDocument> {
    const template = this.extensions.of(DOCUMENT_TEMPLATES).find((it) => it.name === name);
    if (template === undefined) throw new Error(`The template ${name} of the document is not installed`);
    return this.extensions.call(DOCUMENT_TEMPLATES, template, async (it) => {
      const rendered: unknown = await it.render(data);
      return assertSound(rendered);
    });
  }
}

function assertSound(rendered: unknown): RenderedDocument {
  const { html, pdf } = (rendered ?? {}) as Partial<RenderedDocument>;
  if (typeof html !== 'string' || !/^\s*<!doctype html>/i.test(html)) {
    throw new TypeError('html must be a page that begins with <!doctype html>');
  }
  if (html.includes('\0')) throw new TypeError('html must not contain NUL');
  if (!Buffer.isBuffer(pdf) || !pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) {
    throw new TypeError('pdf must be a buffer that begins with %PDF-');
  }
  if (Buffer.byteLength(html) > MAX_BYTES || pdf.length > MAX_BYTES) {
    throw new RangeError('html and pdf must have at most 10 MiB');
  }
  return { html, pdf };
}
