import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { ResponseRow } from '../http/response-class';

/** Describes the response of a list that is also available as CSV (docs/decisions.md#csv). */
export function ApiCsvList(row: Type): MethodDecorator {
  const rows = { type: 'array', items: { $ref: getSchemaPath(row) } };
  return applyDecorators(
    ApiExtraModels(row),
    ResponseRow(row),
    ApiOkResponse({
      description: 'A page of the list; with `Accept: text/csv`, all rows that the filters select',
      content: {
        'application/json': { schema: rows },
        'text/csv': { schema: { type: 'string' } },
      },
    }),
  );
}
