import type { OpenAPIObject } from '@nestjs/swagger';
import { freeName, operationsOf, type DocumentedOperation } from './documented-operations';
import { resourceOf } from './resource-name';

const NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'ValidationFailed',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
};

/**
 * Moves error responses that several operations share into components, named by status, and by resource where resources
 * differ: `CustomerNotFound`. Inlined, they are more than half of the document.
 */
export function shareResponses(document: OpenAPIObject): void {
  const uses = new Map<
    string,
    { status: string; resources: Set<string>; operations: DocumentedOperation[] }
  >();
  for (const { path, operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!(status in NAMES)) continue;
      const text = JSON.stringify(response);
      const use = uses.get(text) ?? { status, resources: new Set<string>(), operations: [] };
      use.resources.add(resourceOf(path));
      use.operations.push(operation);
      uses.set(text, use);
    }
  }
  const responses: NonNullable<NonNullable<OpenAPIObject['components']>['responses']> = {};
  for (const [text, { status, resources, operations }] of uses) {
    if (operations.length === 1) continue;
    const name = freeName(responses, baseName(status, resources));
    responses[name] = JSON.parse(text) as (typeof responses)[string];
    for (const it of operations) it.responses[status] = { $ref: `#/components/responses/${name}` };
  }
  document.components = { ...document.components, responses };
}

function baseName(status: string, resources: ReadonlySet<string>): string {
  const [resource, ...others] = resources;
  const prefix = others.length > 0 || resource === undefined ? '' : pascalCase(resource);
  return `${prefix}${NAMES[status] ?? status}`;
}

const pascalCase = (words: string): string =>
  words
    .split(/[^A-Za-z]+/)
    .map((it) => it.slice(0, 1).toUpperCase() + it.slice(1))
    .join('');
