import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';

/**
 * The page has no scripts and makes no requests; the sandbox keeps it from doing either, even if a text were not
 * escaped.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Documents the response of a route that calls `sendHtml`. */
export const DocumentAnswer = (description: string): MethodDecorator =>
  applyDecorators(
    ApiProduces('text/html'),
    ApiOkResponse({ description, schema: { type: 'string', example: '<!doctype html>…' } }),
  );

/** Sends a document as a page, which must be kept neither by caches nor by search engines. */
export function sendHtml(response: Response, html: string): void {
  response.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
  });
  response.send(html);
}
