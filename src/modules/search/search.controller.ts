import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { SearchDto, SearchResultsDto, toSearchResponse } from './search.dto';
import { SearchService } from './search.service';

@ApiTags('Search')
@ApiBearerAuth()
@Controller('v1/search')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @Get()
  @ApiOperation({
    summary: 'Search records',
    description:
      'Returns at most 20 records with a field that begins with `q`, in any case: customers by name, `external_id` and ' +
      '`email`, subscriptions by `external_id`, invoices by number, and plans, billable metrics, coupons and taxes by ' +
      'name and code. A complete ID finds its record. Exact matches come first, then records by type and title.',
  })
  @ApiOkResponse({ type: SearchResultsDto })
  async searchRecords(
    @CurrentOrganization() organizationId: string,
    @Query() query: SearchDto,
  ): Promise<SearchResultsDto> {
    return toSearchResponse(await this.search.search(organizationId, query.q));
  }
}
