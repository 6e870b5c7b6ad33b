import { Body, Controller, Delete, Get, HttpCode, Put, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited, NotAudited } from '../audit/audited';
import { Transactions, type Caller } from '../database/transactions';
import { CurrentCaller } from '../http/current-caller';
import { RequiredScope } from '../http/required-scope';
import { Untagged } from '../http/untagged';
import { ApiErrors } from '../openapi/api-errors';
import {
  MoveTestClockDto,
  MovedTestClockDto,
  TestClockDto,
  toMovedTestClock,
  toTestClock,
} from './test-clock.dto';
import { TestClockService } from './test-clock.service';

/** Exists only with `TEST_CLOCK=on`, which production refuses to start with. */
@ApiTags('Test clock')
@ApiBearerAuth()
@Audited('test_clock')
@Controller('v1/test_clock')
export class TestClockController {
  constructor(
    private readonly testClock: TestClockService,
    private readonly transactions: Transactions,
  ) {}

  @Get()
  @RequiredScope('test_clock:read')
  @Untagged()
  @ApiOperation({
    summary: 'Read the test clock',
    description: 'During a move, `now` is how far it has got, and `move` is where it began and will end.',
  })
  @ApiOkResponse({ type: TestClockDto })
  getTestClock(): TestClockDto {
    return toTestClock(this.testClock.now(), this.testClock.runningMove());
  }

  @Put()
  @RequiredScope('test_clock:manage')
  @Untagged()
  @ApiOperation({
    summary: 'Advance the test clock and process everything that falls due',
    description:
      'At most to 2099-12-31. A client that disconnects stops the move at the next instant at which something falls due, ' +
      'as `DELETE /v1/test_clock/move` does; the next move goes on from there.',
  })
  @ApiErrors({ 400: 'The instant is before the current time of the test clock' })
  @ApiOkResponse({ type: MovedTestClockDto })
  async moveTestClock(
    @CurrentCaller() caller: Caller,
    @Body() body: MoveTestClockDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MovedTestClockDto> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const passage = await this.testClock.moveTo(caller.organizationId, body.now, gone.signal);
    await this.transactions.runFor(caller, () => Promise.resolve()); // records it; the clock belongs to no organization
    return toMovedTestClock(this.testClock.now(), passage);
  }

  @Delete('move')
  @RequiredScope('test_clock:manage')
  @NotAudited('the entry of the move says how far it came')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Stop the running move of the test clock',
    description:
      'Ends it at the next instant at which something falls due; its response has `stopped: true`. Returns once it has ' +
      'ended, at once if none is running.',
  })
  @ApiNoContentResponse({ description: 'No move is running' })
  stopTestClock(): Promise<void> {
    return this.testClock.stop();
  }
}
