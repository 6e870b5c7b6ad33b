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
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { toTerms } from '../coupon.dto';
import {
  AppliedCouponDto,
  ApplyCouponDto,
  ListAppliedCouponsDto,
  toAppliedCouponResponse,
} from './applied-coupon.dto';
import { AppliedCouponsService } from './applied-coupons.service';
import { RequestExample } from '../../../platform/openapi/request-example';

/** Belongs to this module although the path is a customer's: customers know nothing of coupons. */
@ApiTags('Coupons')
@ApiBearerAuth()
@Controller('v1/customers/:id/coupons')
export class CustomerCouponsController {
  constructor(private readonly applied: AppliedCouponsService) {}

  @Post()
  @RequiredScope('coupons:write')
  @Audited('applied_coupon', { id: 'result' })
  @RequestExample({ coupon_code: 'welcome' })
  @ApiOperation({
    summary: 'Apply a coupon to a customer',
    description:
      'Takes a snapshot of its terms; those that are sent replace them for this customer. The coupon lowers the bills of subscriptions that are finalized from now on.',
  })
  @ApiCreatedResponse({ type: AppliedCouponDto })
  async applyCoupon(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: ApplyCouponDto,
  ): Promise<AppliedCouponDto> {
    const application = { couponCode: body.coupon_code, terms: toTerms(body) };
    return toAppliedCouponResponse(await this.applied.apply(caller, id, application));
  }

  @Get()
  @RequiredScope('coupons:read')
  @ApiOperation({
    summary: 'List the coupons applied to a customer',
    description: 'With what is left of each.',
  })
  @ApiOkResponse({ type: [AppliedCouponDto] })
  async listAppliedCoupons(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: ListAppliedCouponsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AppliedCouponDto[]> {
    const page = await this.applied.list(caller, { customerId: id, status: query.status }, query);
    return sendPage(response, page, toAppliedCouponResponse);
  }

  @Get(':applied_coupon_id')
  @RequiredScope('coupons:read')
  @ApiOperation({
    summary: 'Get a coupon applied to a customer',
    description: 'Shows what is left of it.',
  })
  @ApiOkResponse({ type: AppliedCouponDto })
  async getAppliedCoupon(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Param('applied_coupon_id', UuidPipe) appliedCouponId: string,
  ): Promise<AppliedCouponDto> {
    return toAppliedCouponResponse(await this.applied.get(caller, id, appliedCouponId));
  }

  @Delete(':applied_coupon_id')
  @RequiredScope('coupons:write')
  @Audited('applied_coupon', { id: ':applied_coupon_id' })
  @HttpCode(204)
  @ApiOperation({
    summary: 'End a coupon applied to a customer',
    description: 'It lowers no further bill. Invoices keep the discounts that they have.',
  })
  @ApiErrors({ 400: 'The applied coupon is exhausted or ended' })
  @ApiNoContentResponse({ description: 'Ended' })
  async endAppliedCoupon(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Param('applied_coupon_id', UuidPipe) appliedCouponId: string,
  ): Promise<void> {
    await this.applied.end(caller, id, appliedCouponId);
  }
}
