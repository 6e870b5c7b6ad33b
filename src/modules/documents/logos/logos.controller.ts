import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { LogoDto, SetLogoDto, toLogoImage, toLogoResponse } from './logo.dto';
import { LogosService } from './logos.service';

@ApiTags('Organizations')
@ApiBearerAuth()
@Audited('organization', { id: 'organization' })
@Controller('v1/organizations/current/logo')
export class LogosController {
  constructor(private readonly logos: LogosService) {}

  @Get()
  @RequiredScope('organization:read')
  @ApiOperation({
    summary: 'Get the logo on documents',
    description: 'All fields are null if there is none.',
  })
  @ApiOkResponse({ type: LogoDto })
  async getLogo(@CurrentCaller() caller: Caller): Promise<LogoDto> {
    return toLogoResponse(await this.logos.get(caller));
  }

  @Put()
  @RequiredScope('organization:write')
  @ApiOperation({
    summary: 'Set the logo on documents',
    description:
      'Invoices and credit notes that become final from now on show it; others keep the logo that they have.',
  })
  @ApiOkResponse({ type: LogoDto })
  async setLogo(@CurrentCaller() caller: Caller, @Body() body: SetLogoDto): Promise<LogoDto> {
    return toLogoResponse(await this.logos.set(caller, toLogoImage(body)));
  }

  @Delete()
  @RequiredScope('organization:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Remove the logo from documents',
    description: 'Documents that are final keep it.',
  })
  @ApiNoContentResponse({ description: 'Removed' })
  async deleteLogo(@CurrentCaller() caller: Caller): Promise<void> {
    await this.logos.delete(caller);
  }
}
