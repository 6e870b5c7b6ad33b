import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../http/current-organization';
import { ApiErrors } from '../openapi/api-errors';
import {
  MoveTestClockDto,
  MovedTestClockDto,
  TestClockDto,
  toMovedTestClockResponse,
} from './test-clock.dto';
import { TestClockService } from './test-clock.service';

/** These routes exist only with `TEST_CLOCK=on`, which production refuses. */
@ApiTags('Test clock')
@ApiBearerAuth()
@Controller('v1/test_clock')
export class TestClockController {
  constructor(private readonly testClock: TestClockService) {}

  @Get()
  @ApiOperation({ summary: 'Get the test clock' })
  @ApiOkResponse({ type: TestClockDto })
  getTestClock(): TestClockDto {
    return { now: this.testClock.now().toISOString() };
  }

  @Put()
  @ApiOperation({ summary: 'Advance the test clock and process everything that becomes due' })
  @ApiErrors({ 400: 'The instant is before the current time of the test clock' })
  @ApiOkResponse({ type: MovedTestClockDto })
  async moveTestClock(
    @CurrentOrganization() organizationId: string,
    @Body() body: MoveTestClockDto,
  ): Promise<MovedTestClockDto> {
    const move = await this.testClock.moveTo(organizationId, body.now);
    return toMovedTestClockResponse(this.testClock.now(), move);
  }
}
