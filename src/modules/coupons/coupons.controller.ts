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
  CouponDto,
  CreateCouponDto,
  ListCouponsDto,
  UpdateCouponDto,
  toCouponInput,
  toCouponResponse,
  toNewCouponInput,
} from './coupon.dto';
import { CouponsService } from './coupons.service';

@ApiTags('Coupons')
@ApiBearerAuth()
@Controller('v1/coupons')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @Post()
  @ApiOperation({
    summary: 'Create a coupon',
    description:
      'A coupon lowers the bills of subscriptions before taxes, once it is applied to a customer. It can be ' +
      'limited to plans or to billable metrics.',
  })
  @ApiErrors({ 409: 'Another coupon has this code' })
  @ApiCreatedResponse({ type: CouponDto })
  async createCoupon(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateCouponDto,
  ): Promise<CouponDto> {
    return toCouponResponse(await this.coupons.create(organizationId, toNewCouponInput(body)));
  }

  @Get()
  @ApiOperation({
    summary: 'List coupons',
    description: 'Omits deleted coupons.',
  })
  @ApiOkResponse({ type: [CouponDto] })
  async listCoupons(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListCouponsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CouponDto[]> {
    const page = await this.coupons.list(organizationId, { code: query.code }, query);
    return sendPage(response, page, toCouponResponse);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a coupon', description: 'Returns the coupon with its limits.' })
  @ApiOkResponse({ type: CouponDto })
  async getCoupon(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<CouponDto> {
    return toCouponResponse(await this.coupons.get(organizationId, id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a coupon',
    description:
      'Changes only the fields that are sent. Once the coupon has been applied, only `name` and ' +
      '`expiration_at` can change.',
  })
  @ApiErrors({ 400: 'The coupon has been applied, and its terms would change' })
  @ApiOkResponse({ type: CouponDto })
  async updateCoupon(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateCouponDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<CouponDto> {
    return toCouponResponse(
      await this.coupons.update(organizationId, id, toCouponInput(body), ifMatch.on(toCouponResponse)),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a coupon',
    description:
      'Ends its applications, which remain readable. Final invoices keep their discounts, and the code can ' +
      'be used again.',
  })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteCoupon(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.coupons.delete(organizationId, id);
  }
}
