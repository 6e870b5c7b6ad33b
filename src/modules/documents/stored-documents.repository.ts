import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DocumentKind } from './content';
import type { DocumentKey } from './document-key';

/** A document as it is sent. */
export interface DrawnDocument {
  html: string;
  pdf: Buffer;
  /** Digest of the PDF, in hexadecimal digits. */
  sha256: string;
}

/** A worker that dies while it draws a document delays it by this long. */
const LEASE = '1 minute';

const IS = 'organization_id = $1 AND kind = $2 AND object_id = $3';
const valuesOf = ({ organizationId, kind, id }: DocumentKey): string[] => [organizationId, kind, id];

/** All times are those of the database: documents are drawn within seconds, also if the test clock is moved. */
@Injectable()
export class StoredDocumentsRepository {
  /** Queues final documents; one that is queued or drawn already is left as it is. */
  async queue(
    tx: Transaction,
    organizationId: string,
    kind: DocumentKind,
    ids: readonly string[],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO documents (organization_id, kind, object_id, next_attempt_at, created_at)
       SELECT $1, $2, id, now(), now() FROM unnest($3::uuid[]) AS id ON CONFLICT DO NOTHING`,
      [organizationId, kind, ids],
    );
  }

  /** Returns a stored document; `drawn` is null until it is drawn. Returns null for a record that was never queued. */
  async find(tx: Transaction, key: DocumentKey): Promise<{ drawn: DrawnDocument | null } | null> {
    const [row] = await tx.query<(DrawnDocument | { sha256: null })[]>(
      `SELECT html, pdf, sha256 FROM documents WHERE ${IS}`,
      valuesOf(key),
    );
    if (row === undefined) return null;
    return { drawn: row.sha256 === null ? null : row };
  }

  /** Claims documents of any organization that are due, for a minute. */
  async claim(tx: Transaction, limit: number): Promise<DocumentKey[]> {
    const [rows] = await tx.query<[DocumentKey[], number]>(
      `UPDATE documents SET next_attempt_at = now() + interval '${LEASE}'
         FROM (SELECT organization_id, kind, object_id FROM documents WHERE next_attempt_at <= now()
                ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
        WHERE documents.organization_id = due.organization_id AND documents.kind = due.kind
          AND documents.object_id = due.object_id
       RETURNING documents.organization_id AS "organizationId", documents.kind, documents.object_id AS id`,
      [limit],
    );
    return rows;
  }

  /** Stores a document unless another process has stored it. Returns whether it did. */
  async save(tx: Transaction, key: DocumentKey, { html, pdf, sha256 }: DrawnDocument): Promise<boolean> {
    const [, count] = await tx.query<[unknown[], number]>(
      `UPDATE documents SET html = $4, pdf = $5, sha256 = $6, drawn_at = now(), next_attempt_at = NULL,
                            failing_since = NULL, error = NULL
        WHERE ${IS} AND sha256 IS NULL`,
      [...valuesOf(key), html, pdf, sha256],
    );
    return count > 0;
  }

  /** Postpones a document that could not be drawn: by as long as it has been failing, from a minute to a day. */
  async postpone(tx: Transaction, key: DocumentKey, error: string): Promise<void> {
    await tx.query(
      `UPDATE documents
          SET failing_since = coalesce(failing_since, now()), error = $4,
              next_attempt_at = now() + least(greatest(now() - coalesce(failing_since, now()), interval '1 minute'),
                                              interval '1 day')
        WHERE ${IS} AND sha256 IS NULL`,
      [...valuesOf(key), error],
    );
  }
}
