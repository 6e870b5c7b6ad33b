import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { AdminRoutes } from './admin-route';
import { CellOverviewDto, toCellOverviewResponse } from './cells.dto';
import { CellsService } from './cells.service';

@AdminRoutes()
@Controller('v1/admin/cells')
export class CellsController {
  constructor(private readonly cells: CellsService) {}

  @Get()
  @ApiOperation({ summary: 'Get this cell', description: 'Its organizations by state, and their moves.' })
  @ApiOkResponse({ type: CellOverviewDto })
  async getCell(): Promise<CellOverviewDto> {
    return toCellOverviewResponse(await this.cells.overview());
  }
}
