import { Body, Controller, Delete, Get, HttpCode, Put, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../http/current-organization';
import { IfMatch, IfMatchValue, taggedAs } from '../http/versions';
import { ApiErrors } from '../openapi/api-errors';
import {
  MoveTestClockDto,
  MovedTestClockDto,
  TestClockDto,
  toMovedTestClockResponse,
  toTestClockResponse,
} from './test-clock.dto';
import { TestClockService } from './test-clock.service';

/** These routes exist only with `TEST_CLOCK=on`, which production refuses. */
@ApiTags('Test clock')
@ApiBearerAuth()
@Controller('v1/test_clock')
export class TestClockController {
  constructor(private readonly testClock: TestClockService) {}

  @Get()
  @ApiOperation({
    summary: 'Get the test clock',
    description:
      'While a move is running, `now` is the instant that it has reached, and `move` says where it ends.',
  })
  @ApiOkResponse({ type: TestClockDto })
  getTestClock(): TestClockDto {
    return toTestClockResponse(this.testClock.state());
  }

  @Put()
  @ApiOperation({
    summary: 'Advance the test clock and process everything that becomes due',
    description:
      'Moves at most to 2099-12-31. `DELETE /v1/test_clock/move` and a client that disconnects stop the move before the next instant at which work is due; the next move continues from there.',
  })
  @ApiErrors({
    400: 'The instant is before the current time of the test clock',
    409: 'Another move is running and did not end within 2 seconds',
  })
  @ApiOkResponse({ type: MovedTestClockDto })
  async moveTestClock(
    @CurrentOrganization() organizationId: string,
    @Body() body: MoveTestClockDto,
    @IfMatch() ifMatch: IfMatchValue,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MovedTestClockDto> {
    const disconnected = new AbortController();
    response.once('close', () => {
      disconnected.abort();
    });
    const precondition = ifMatch.on(toTestClockResponse);
    const move = await this.testClock.moveTo(organizationId, body.now, disconnected.signal, precondition);
    const now = this.testClock.now();
    return taggedAs(toTestClockResponse({ now, move: null }), toMovedTestClockResponse(now, move));
  }

  @Delete('move')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Stop the running move of the test clock',
    description:
      'Stops it before the next instant at which work is due, and responds when it has ended. The response of the move has `stopped: true`.',
  })
  @ApiNoContentResponse({ description: 'Stopped; without a running move, a no-op' })
  stopTestClock(): Promise<void> {
    return this.testClock.stop();
  }
}
