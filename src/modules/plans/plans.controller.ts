import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited, NotAudited } from '../../platform/audit/audited';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  PlanDto,
  CreatePlanDto,
  ListPlansDto,
  UpdatePlanDto,
  toPlanInput,
  toPlanChanges,
  toPlanResponse,
} from './plan.dto';
import {
  PlanSimulationDto,
  SimulatePlanDto,
  toSimulatedUsage,
  toSimulationResponse,
} from './simulation/plan-simulation.dto';
import { PlansService } from './plans.service';
import { PlanSimulations } from './simulation/plan-simulations';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('Plans')
@ApiBearerAuth()
@Audited('plan')
@Controller('v1/plans')
export class PlansController {
  constructor(
    private readonly plans: PlansService,
    private readonly simulations: PlanSimulations,
  ) {}

  @Post()
  @RequiredScope('plans:write')
  @RequestExample({
    code: 'pro_monthly',
    name: 'Pro',
    interval: 'monthly',
    amount_cents: 4900,
    currency: 'EUR',
    pay_in_advance: true,
    charges: [
      {
        billable_metric_code: 'storage_gb',
        charge_model: 'standard',
        properties: { amount: '0.10' },
      },
    ],
  })
  @ApiOperation({
    summary: 'Create a plan',
    description:
      'A price per interval, and charges that price the units of billable metrics by one of six models.',
  })
  @ApiErrors({ 409: 'The code is taken' })
  @ApiCreatedResponse({ type: PlanDto })
  async createPlan(@CurrentCaller() caller: Caller, @Body() body: CreatePlanDto): Promise<PlanDto> {
    return toPlanResponse(await this.plans.create(caller, toPlanInput(body)));
  }

  @Get()
  @RequiredScope('plans:read')
  @ApiOperation({
    summary: 'List plans',
    description: 'Current versions. Filter by `code` to find one plan.',
  })
  @ApiOkResponse({ type: [PlanDto] })
  async listPlans(
    @CurrentCaller() caller: Caller,
    @Query() query: ListPlansDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlanDto[]> {
    const page = await this.plans.list(caller, { code: query.code }, query);
    return sendPage(response, page, toPlanResponse);
  }

  @Get(':id')
  @RequiredScope('plans:read')
  @ApiOperation({
    summary: 'Get a plan',
    description:
      'Shows the current version; subscriptions stay on theirs until they change plan or are migrated.',
  })
  @ApiOkResponse({ type: PlanDto })
  async getPlan(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<PlanDto> {
    return toPlanResponse(await this.plans.get(caller, id));
  }

  @Put(':id')
  @RequiredScope('plans:write')
  @RequestExample({ name: 'Pro', amount_cents: 5900 })
  @ApiOperation({
    summary: 'Update a plan',
    description:
      'Changes the fields of the request. A new price (interval, amount, currency, trial, payment in advance or charges) makes a new version; existing subscriptions keep theirs.',
  })
  @ApiOkResponse({ type: PlanDto })
  async updatePlan(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdatePlanDto,
  ): Promise<PlanDto> {
    return toPlanResponse(await this.plans.update(caller, id, toPlanChanges(body)));
  }

  @Delete(':id')
  @RequiredScope('plans:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a plan',
    description: 'Refused while a subscription is on it.',
  })
  @ApiErrors({ 400: 'The plan has subscriptions' })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deletePlan(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.plans.delete(caller, id);
  }

  @Post(':id/simulate')
  @RequiredScope('plans:read')
  @NotAudited('computes only')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Simulate a billing period of a plan',
    description:
      'Prices one whole billing period of the current version with the given usage, step by step. ' +
      '`amount_cents` at the top is the sum, before taxes. Stores nothing.',
  })
  @ApiOkResponse({ type: PlanSimulationDto })
  async simulatePlan(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: SimulatePlanDto,
  ): Promise<PlanSimulationDto> {
    return toSimulationResponse(await this.simulations.simulate(caller, id, toSimulatedUsage(body)));
  }
}
