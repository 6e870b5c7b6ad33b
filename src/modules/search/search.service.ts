import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { Extensions } from '../../platform/extensions';
import { SEARCH_SOURCES } from '../../platform/search/search-sources';
import { SearchRepository } from './search.repository';
import { bestMatches, type FoundRecord } from './search.rules';

export const MOST_HITS = 20;

export interface SearchHit extends FoundRecord {
  objectType: string;
}

@Injectable()
export class SearchService {
  constructor(
    private readonly transactions: Transactions,
    private readonly extensions: Extensions,
    private readonly repository: SearchRepository,
  ) {}

  /** Returns the records with a field that begins with the text, at most 20, best matches first. */
  async search(organizationId: string, text: string): Promise<SearchHit[]> {
    const sources = this.extensions.of(SEARCH_SOURCES);
    const found = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, sources, text, MOST_HITS),
    );
    return bestMatches(found, MOST_HITS).map((it) => ({
      ...it,
      objectType: sources[it.source]?.objectType ?? '',
    }));
  }
}
