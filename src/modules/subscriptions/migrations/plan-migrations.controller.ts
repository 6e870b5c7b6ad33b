import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import {
  MigratePlanDto,
  PlanMigrationDto,
  toPlanMigrationInput,
  toPlanMigrationResponse,
} from './plan-migration.dto';
import { PlanMigrationsService } from './plan-migrations.service';
import { RequestExample } from '../../../platform/openapi/request-example';

/** Belongs to this module, although the path is that of plans: they know nothing of subscriptions. */
@ApiTags('Plans')
@ApiBearerAuth()
@Audited('plan')
@Controller('v1/plans/:id')
export class PlanMigrationsController {
  constructor(private readonly migrations: PlanMigrationsService) {}

  @Post('migrate')
  @RequiredScope('subscriptions:write')
  @HttpCode(202)
  @RequestExample({ from_versions: [1], at: 'period_end' })
  @ApiOperation({
    summary: "Move a plan's subscriptions to its newest version",
    description:
      'Moves them in the background like a `PUT` of each with its `plan_id`, but all at once or all at the ' +
      'end of their billing periods. Those that are about to leave the plan are skipped.',
  })
  @ApiErrors({ 409: 'A migration of the plan is running' })
  @ApiAcceptedResponse({ type: PlanMigrationDto })
  async migratePlan(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) planId: string,
    @Body() body: MigratePlanDto,
  ): Promise<PlanMigrationDto> {
    return toPlanMigrationResponse(await this.migrations.create(caller, planId, toPlanMigrationInput(body)));
  }

  @Get('migrations/:migration_id')
  @RequiredScope('subscriptions:read')
  @ApiOperation({
    summary: 'Get the progress of a plan migration',
    description:
      'Counts the subscriptions that were moved, and names those that could not be, with the reason.',
  })
  @ApiOkResponse({ type: PlanMigrationDto })
  async getPlanMigration(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) planId: string,
    @Param('migration_id', UuidPipe) id: string,
  ): Promise<PlanMigrationDto> {
    return toPlanMigrationResponse(await this.migrations.get(caller, planId, id));
  }
}
