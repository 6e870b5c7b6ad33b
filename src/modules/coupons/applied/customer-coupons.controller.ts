import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../../platform/http/current-organization';
import { sendPage } from '../../../platform/http/paging';
import { UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { toOwnTerms } from '../coupon.dto';
import {
  AppliedCouponDto,
  ApplyCouponDto,
  ListAppliedCouponsDto,
  toAppliedCouponResponse,
} from './applied-coupon.dto';
import { AppliedCouponsService } from './applied-coupons.service';

/** Belongs to coupons although its path is below a customer, because customers must not depend on coupons. */
@ApiTags('Coupons')
@ApiBearerAuth()
@Controller('v1/customers/:id/coupons')
export class CustomerCouponsController {
  constructor(private readonly applied: AppliedCouponsService) {}

  @Post()
  @ApiOperation({
    summary: 'Apply a coupon to a customer',
    description:
      'Copies the terms of the coupon; terms that are sent replace them for this customer. The coupon lowers ' +
      'the bills of subscriptions that are finalized from now on. Emits `coupon.applied`.',
  })
  @ApiCreatedResponse({ type: AppliedCouponDto })
  async applyCoupon(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: ApplyCouponDto,
  ): Promise<AppliedCouponDto> {
    const application = { couponCode: body.coupon_code, own: toOwnTerms(body) };
    return toAppliedCouponResponse(await this.applied.apply(organizationId, id, application));
  }

  @Get()
  @ApiOperation({
    summary: 'List the coupons applied to a customer',
    description: 'Lists the coupons of the customer, with those that are exhausted or ended.',
  })
  @ApiOkResponse({ type: [AppliedCouponDto] })
  async listAppliedCoupons(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: ListAppliedCouponsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AppliedCouponDto[]> {
    const page = await this.applied.list(organizationId, { customerId: id, status: query.status }, query);
    return sendPage(response, page, toAppliedCouponResponse);
  }

  @Get(':applied_coupon_id')
  @ApiOperation({
    summary: 'Get a coupon applied to a customer',
    description: 'Returns what the coupon has deducted and what is left of it.',
  })
  @ApiOkResponse({ type: AppliedCouponDto })
  async getAppliedCoupon(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Param('applied_coupon_id', UuidPipe) appliedCouponId: string,
  ): Promise<AppliedCouponDto> {
    return toAppliedCouponResponse(await this.applied.get(organizationId, id, appliedCouponId));
  }

  @Delete(':applied_coupon_id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'End a coupon applied to a customer',
    description: 'It lowers no further bill. Final invoices keep their discounts.',
  })
  @ApiErrors({ 400: 'The applied coupon is exhausted or ended' })
  @ApiNoContentResponse({ description: 'Ended' })
  async endAppliedCoupon(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Param('applied_coupon_id', UuidPipe) appliedCouponId: string,
  ): Promise<void> {
    await this.applied.end(organizationId, id, appliedCouponId);
  }
}
