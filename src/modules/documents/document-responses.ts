import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { RenderedDocument } from './document-data';

const HTML = 'text/html';
const PDF = 'application/pdf';

/** How a document is sent. */
export type DocumentFormat = 'html' | 'pdf';

/** Neither scripts nor anything from elsewhere, also for what a template of a team's own has written. */
const POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the format that a request accepts: HTML unless it prefers PDF. */
export function acceptedFormat(request: Request): DocumentFormat {
  return request.accepts([HTML, PDF]) === PDF ? 'pdf' : 'html';
}

/** Sends a document. A PDF is sent as an attachment: viewers of browsers do not work in a sandbox. */
export function sendDocument(
  response: Response,
  { html, pdf }: RenderedDocument,
  format: DocumentFormat,
  file: string,
): void {
  response.set({ 'Content-Security-Policy': POLICY, 'X-Robots-Tag': 'noindex, nofollow', Vary: 'Accept' });
  if (format === 'html') {
    response.type(HTML).send(html);
    return;
  }
  response.set('Content-Disposition', `attachment; filename="${file}.pdf"`);
  response.type(PDF).send(pdf);
}

/** Describes the response of a route that sends a document by Accept. */
export function ApiDocument(): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({
      description: 'The document: HTML, or PDF for `Accept: application/pdf`',
      content: {
        [HTML]: { schema: { type: 'string' }, example: '<!doctype html>\n<html lang="en">...</html>' },
        [PDF]: { schema: { type: 'string', format: 'binary' } },
      },
    }),
  );
}

/** Describes the response of a route that sends a PDF. */
export function ApiPdf(): MethodDecorator {
  return ApiOkResponse({
    description: 'The document as PDF',
    content: { [PDF]: { schema: { type: 'string', format: 'binary' } } },
  });
}
