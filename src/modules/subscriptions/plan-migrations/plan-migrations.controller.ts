import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../../../platform/http/current-organization';
import { UuidPipe } from '../../../platform/http/validation';
import {
  MigratePlanDto,
  PlanMigrationDto,
  toPlanMigrationInput,
  toPlanMigrationResponse,
} from './plan-migration.dto';
import { PlanMigrationsService } from './plan-migrations.service';

/** Routes below a plan that concern its subscriptions, which the module of plans must not import. */
@ApiTags('Plans')
@ApiBearerAuth()
@Controller('v1/plans/:id')
export class PlanMigrationsController {
  constructor(private readonly migrations: PlanMigrationsService) {}

  @Post('migrate')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Move the subscriptions of a plan to its newest version',
    description:
      'Moves all pending and active subscriptions on earlier versions, or only those on `from_versions`, in the ' +
      'background: now, or at the end of their billing periods, whatever the new price. Emits ' +
      '`subscription.plan_changed` for each when the version takes effect.',
  })
  @ApiAcceptedResponse({ type: PlanMigrationDto })
  async migratePlan(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) planId: string,
    @Body() body: MigratePlanDto,
  ): Promise<PlanMigrationDto> {
    const input = toPlanMigrationInput(body);
    return toPlanMigrationResponse(await this.migrations.create(organizationId, planId, input));
  }

  @Get('migrations/:migration_id')
  @ApiOperation({
    summary: 'Get the progress of a plan migration',
    description: 'Returns how many subscriptions have been moved, and why others have not.',
  })
  @ApiOkResponse({ type: PlanMigrationDto })
  async getPlanMigration(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) planId: string,
    @Param('migration_id', UuidPipe) id: string,
  ): Promise<PlanMigrationDto> {
    return toPlanMigrationResponse(await this.migrations.get(organizationId, planId, id));
  }
}
