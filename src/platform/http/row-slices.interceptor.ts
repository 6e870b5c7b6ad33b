import { Readable } from 'node:stream';
import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { mergeMap, type Observable } from 'rxjs';
import { inSlices, mapInSlices } from '../batching/slices';

/** Fewer rows are serialized at once, by Express. */
const FEW_ROWS = 20;
/** Rows of one chunk of the response. */
const CHUNK_ROWS = 20;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Serializes and sends the rows of a list in slices (docs/decisions.md#fairness-of-the-api). */
@Injectable()
export class RowSlicesInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return next
      .handle()
      .pipe(
        mergeMap((body) =>
          Array.isArray(body) && body.length > FEW_ROWS ? serialized(body) : Promise.resolve(body),
        ),
      );
  }
}

async function serialized(rows: readonly unknown[]): Promise<StreamableFile> {
  const texts = await mapInSlices(rows, (row) => JSON.stringify(row));
  const starts = Array.from(
    { length: Math.ceil(rows.length / CHUNK_ROWS) },
    (_, index) => index * CHUNK_ROWS,
  );
  const chunks = await mapInSlices(starts, (start) => {
    const end = start + CHUNK_ROWS;
    const text = texts.slice(start, end).join(',');
    return Buffer.from(`${start === 0 ? '[' : ','}${text}${end >= rows.length ? ']' : ''}`);
  });
  const length = chunks.reduce((sum, it) => sum + it.length, 0);
  return new StreamableFile(Readable.from(inSlices(chunks)), { type: JSON_TYPE, length });
}
