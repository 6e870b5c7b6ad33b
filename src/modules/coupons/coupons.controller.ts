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
import { Audited } from '../../platform/audit/audited';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  CouponDto,
  CreateCouponDto,
  ListCouponsDto,
  UpdateCouponDto,
  toCouponInput,
  toCouponResponse,
  toNewCouponInput,
} from './coupon.dto';
import { CouponsService } from './coupons.service';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('Coupons')
@ApiBearerAuth()
@Audited('coupon')
@Controller('v1/coupons')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @Post()
  @RequiredScope('coupons:write')
  @RequestExample({
    code: 'welcome',
    name: 'Welcome',
    coupon_type: 'fixed_amount',
    amount_cents: 1000,
    currency: 'EUR',
    frequency: 'once',
  })
  @ApiOperation({
    summary: 'Create a coupon',
    description:
      'A coupon lowers the bills of subscriptions, before taxes, once it is applied to a customer. It may be limited to plans or to billable metrics.',
  })
  @ApiErrors({ 409: 'The code is taken' })
  @ApiCreatedResponse({ type: CouponDto })
  async createCoupon(@CurrentCaller() caller: Caller, @Body() body: CreateCouponDto): Promise<CouponDto> {
    return toCouponResponse(await this.coupons.create(caller, toNewCouponInput(body)));
  }

  @Get()
  @RequiredScope('coupons:read')
  @ApiOperation({
    summary: 'List coupons',
    description: 'Filter by `code` to find one coupon.',
  })
  @ApiOkResponse({ type: [CouponDto] })
  async listCoupons(
    @CurrentCaller() caller: Caller,
    @Query() query: ListCouponsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CouponDto[]> {
    const page = await this.coupons.list(caller, { code: query.code }, query);
    return sendPage(response, page, toCouponResponse);
  }

  @Get(':id')
  @RequiredScope('coupons:read')
  @ApiOperation({
    summary: 'Get a coupon',
    description: 'By its id; the list finds coupons by `code`.',
  })
  @ApiOkResponse({ type: CouponDto })
  async getCoupon(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<CouponDto> {
    return toCouponResponse(await this.coupons.get(caller, id));
  }

  @Put(':id')
  @RequiredScope('coupons:write')
  @RequestExample({ name: 'Welcome', expiration_at: '2099-12-31T23:59:59.000Z' })
  @ApiOperation({
    summary: 'Update a coupon',
    description:
      'Changes the fields that are sent. Once the coupon has been applied, only `name` and `expiration_at` can change.',
  })
  @ApiErrors({ 400: 'The coupon has been applied and its terms would change' })
  @ApiOkResponse({ type: CouponDto })
  async updateCoupon(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateCouponDto,
  ): Promise<CouponDto> {
    return toCouponResponse(await this.coupons.update(caller, id, toCouponInput(body)));
  }

  @Delete(':id')
  @RequiredScope('coupons:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a coupon',
    description: 'Ends its applications, which stay readable. Invoices keep the discounts that they have.',
  })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteCoupon(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.coupons.delete(caller, id);
  }
}
