import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { problemHeaders, problemUnlessRelayed } from '../errors/problem.filter';
import { DEFAULT_LOCALE, LOCALES, textsOf } from '../locales/locales';
import { html } from './html';
import { sendHtmlPage } from './page';

/** What pages say about a status; other statuses are `failed`. */
const KINDS: Readonly<Record<number, string>> = {
  400: 'refused',
  401: 'signed_out',
  404: 'not_found',
  405: 'not_found',
  410: 'expired',
  422: 'not_found',
  429: 'too_many',
  503: 'unavailable',
};

/** Turns every error of a page into a page, in a language that the browser accepts. */
@Catch()
export class PageProblemFilter implements ExceptionFilter {
  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const problem = await problemUnlessRelayed(error, request, response);
    if (problem === null) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.set(problemHeaders(problem));
    const lang = localeOf(request);
    const texts = textsOf(lang);
    const kind = KINDS[problem.status] ?? 'failed';
    const title = texts(`page.${kind}.title`);
    const main = html`<h1>${title}</h1>
      <p>${texts(`page.${kind}.text`)}</p>`;
    sendHtmlPage(response, problem.status, { lang, title, main });
  }
}

/** Returns the locale that the browser prefers among those of the service. */
export function localeOf(request: Pick<Request, 'acceptsLanguages'>): string {
  // The first one is taken where the browser accepts any.
  const accepted = request.acceptsLanguages(DEFAULT_LOCALE, ...LOCALES);
  return accepted === false ? DEFAULT_LOCALE : accepted;
}
