import { dirname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { Express, RequestHandler } from 'express';

const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const OWN = join(__dirname, 'browser');

/** The files of the page by their folder. Modules (.mjs) run in the browser without a build. */
const FILES: readonly (readonly [folder: string, names: readonly string[]])[] = [
  [SWAGGER_UI, ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']],
  [
    OWN,
    [
      'start.mjs',
      'filter.mjs',
      'fill-in.mjs',
      'prefill.mjs',
      'bodies.mjs',
      'known-records.mjs',
      'lighter.mjs',
      'resolve.mjs',
      'streams.mjs',
    ],
  ],
];

/** Browsers request the icon again after every change of the address, which Swagger UI changes with every click. */
const ICON_AGE = '1h';

/** Serves Swagger UI at /docs. */
export function servePage(app: INestApplication): void {
  const http = app.getHttpAdapter().getInstance() as Express;
  for (const path of ['/docs', '/docs/index.html']) http.get(path, sendFile(OWN, 'index.html'));
  for (const [folder, names] of FILES) {
    for (const name of names) http.get(`/docs/${name}`, sendFile(folder, name));
  }
}

const sendFile =
  (root: string, name: string): RequestHandler =>
  (_request, response, next) =>
    response.sendFile(name, { root, maxAge: name.endsWith('.png') ? ICON_AGE : 0 }, (error?: Error) => {
      if (error !== undefined) next(error);
    });
