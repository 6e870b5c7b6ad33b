import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Request, Response } from 'express';

/**
 * The page has no scripts and makes no requests; the sandbox keeps it from doing either, even if a text were not
 * escaped.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

const PDF = 'application/pdf';

/** Documents the response of a route that sends a page, or a PDF if `Accept` names it. */
export const DocumentAnswer = (description: string): MethodDecorator =>
  applyDecorators(
    ApiProduces('text/html', PDF),
    ApiOkResponse({ description, schema: { type: 'string', example: '<!doctype html>…' } }),
  );

/** Documents the response of a route that sends a PDF. */
export const PdfAnswer = (description: string): MethodDecorator =>
  applyDecorators(
    ApiProduces(PDF),
    ApiOkResponse({ description, schema: { type: 'string', format: 'binary' } }),
  );

/** Returns whether `Accept` prefers PDF to a page; wildcards and a missing header do not. */
export function acceptsPdf(request: Request): boolean {
  return request.accepts(['text/html', PDF]) === PDF;
}

/** Sends a document as a page, which must be kept neither by caches nor by search engines. */
export function sendHtml(response: Response, html: string): void {
  response.set('Content-Type', 'text/html; charset=utf-8');
  send(response, html);
}

/** Sends a document as PDF. @param name without the ending, e.g. the number of the invoice. */
export function sendPdf(response: Response, pdf: Buffer, name: string): void {
  const file = `${name.replaceAll(/[^\w.-]/g, '_')}.pdf`;
  response.set({ 'Content-Type': PDF, 'Content-Disposition': `inline; filename="${file}"` });
  send(response, pdf);
}

function send(response: Response, body: string | Buffer): void {
  response.set({
    'Content-Security-Policy': POLICY,
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
    Vary: 'Accept',
  });
  response.send(body);
}
