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
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
import { UuidPipe } from '../../platform/http/validation';
import { IfMatch, IfMatchValue } from '../../platform/http/versions';
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
} from './plan-simulation.dto';
import { PlansService } from './plans.service';

@ApiTags('Plans')
@ApiBearerAuth()
@Controller('v1/plans')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Post()
  @ApiOperation({
    summary: 'Create a plan',
    description:
      'A plan has a price per billing period, and charges for usage. Its price and charges are versioned.',
  })
  @ApiErrors({ 409: 'Another plan has this code' })
  @ApiCreatedResponse({ type: PlanDto })
  async createPlan(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreatePlanDto,
  ): Promise<PlanDto> {
    return toPlanResponse(await this.plans.create(organizationId, toPlanInput(body)));
  }

  @Get()
  @ApiOperation({ summary: 'List plans', description: 'Omits deleted plans.' })
  @ApiOkResponse({ type: [PlanDto] })
  async listPlans(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListPlansDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlanDto[]> {
    const page = await this.plans.list(organizationId, { code: query.code }, query);
    return sendPage(response, page, toPlanResponse);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a plan', description: 'Returns the current version of the plan.' })
  @ApiOkResponse({ type: PlanDto })
  async getPlan(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<PlanDto> {
    return toPlanResponse(await this.plans.get(organizationId, id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a plan',
    description:
      'Changes only the fields that are sent. A change to the price (interval, amount, currency, trial, ' +
      'payment in advance, charges) creates a new version; existing subscriptions keep theirs until ' +
      'they move to it. Name, description and taxes change in place.',
  })
  @ApiOkResponse({ type: PlanDto })
  async updatePlan(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdatePlanDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<PlanDto> {
    return toPlanResponse(
      await this.plans.update(organizationId, id, toPlanChanges(body), ifMatch.on(toPlanResponse)),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a plan',
    description:
      'Refused while pending or active subscriptions are on the plan, or a coupon is limited to it.',
  })
  @ApiErrors({ 400: 'The plan is in use by a subscription' })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deletePlan(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.plans.delete(organizationId, id);
  }

  @Post(':id/simulate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Simulate a billing period of a plan',
    description:
      'Prices one whole period of the current version with the given usage, charge by charge and step by ' +
      'step. The top-level `amount_cents` is the amount of the plan plus that of every charge, before ' +
      'taxes. Stores and changes nothing.',
  })
  @ApiOkResponse({ type: PlanSimulationDto })
  async simulatePlan(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: SimulatePlanDto,
  ): Promise<PlanSimulationDto> {
    return toSimulationResponse(await this.plans.simulate(organizationId, id, toSimulatedUsage(body)));
  }
}
