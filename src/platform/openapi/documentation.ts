import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CompressedFile } from '../http/compressed-file';

const OWN = join(__dirname, 'page');
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

/** The files of the page, none of them inline: its content security policy forbids that. */
const FILES: Readonly<Record<string, { type: string; folder: string; name: string }>> = {
  '/docs': { type: 'text/html', folder: OWN, name: 'index.html' },
  '/docs/page.js': { type: 'text/javascript', folder: OWN, name: 'page.js' },
  '/docs/references.js': { type: 'text/javascript', folder: OWN, name: 'references.js' },
  '/docs/memory.js': { type: 'text/javascript', folder: OWN, name: 'memory.js' },
  '/docs/swagger-ui.css': { type: 'text/css', folder: SWAGGER_UI, name: 'swagger-ui.css' },
  '/docs/swagger-ui-bundle.js': {
    type: 'text/javascript',
    folder: SWAGGER_UI,
    name: 'swagger-ui-bundle.js',
  },
  '/docs/favicon.png': { type: 'image/png', folder: SWAGGER_UI, name: 'favicon-32x32.png' },
};

/** Serves the document at /openapi.json and /openapi.yaml and Swagger UI at /docs, all without a key; / leads to the page. */
export function serveDocumentation(app: INestApplication, document: OpenAPIObject): void {
  const http = app.getHttpAdapter();
  const serve = (path: string, file: CompressedFile): unknown =>
    http.get(path, (request: Request, response: Response) => file.send(request, response));
  serve('/openapi.json', new CompressedFile('application/json', Buffer.from(JSON.stringify(document))));
  for (const [path, { type, folder, name }] of Object.entries(FILES)) {
    serve(path, new CompressedFile(type, readFileSync(join(folder, name))));
  }
  http.get('/', (_request: Request, response: Response) => response.redirect('/docs'));
  SwaggerModule.setup('docs', app, document, {
    ui: false,
    raw: ['yaml'],
    yamlDocumentUrl: 'openapi.yaml',
  });
}

/** Responds at / where the service has no page: what this is, and where to go on. */
export function serveSignpost(app: INestApplication): void {
  app.getHttpAdapter().get('/', (_request: Request, response: Response) => {
    response.json({ name: 'Billing Service API', api: '/v1', health: '/health/ready' });
  });
}
