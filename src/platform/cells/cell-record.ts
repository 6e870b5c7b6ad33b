import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import { Transactions } from '../database/transactions';
import { logger } from '../observability/logger';
import { SecretBox } from '../secrets/secret-box';

const RECORD = `
  INSERT INTO cell (singleton, name, url, encryption_key_ids, started_at) VALUES (true, $1, $2, $3, clock_timestamp())
  ON CONFLICT (singleton) DO UPDATE
     SET name = excluded.name, url = excluded.url, encryption_key_ids = excluded.encryption_key_ids,
         started_at = excluded.started_at`;

/**
 * Records what a move into this cell must know of its processes and cannot read in the database: whether their
 * ENCRYPTION_KEYS decrypt what arrives, and where requests are sent to.
 */
@Injectable()
export class CellRecord implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { cell, cellUrl } = this.config;
    try {
      await this.transactions.reader.query(RECORD, [cell, cellUrl, this.secrets.keyIds]);
    } catch (error) {
      // A database that takes no writes for now is no reason not to serve reads.
      logger.warn(
        { err: error },
        'Could not record the cell; a move into it goes by what was recorded before',
      );
    }
  }
}
