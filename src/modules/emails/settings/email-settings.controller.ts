import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { EmailSettingsDto, UpdateEmailSettingsDto, toEmailSettingsChanges } from './email-settings.dto';
import { EmailSettingsService } from './email-settings.service';

@ApiTags('E-mails')
@ApiBearerAuth()
@Audited('organization', { id: 'organization' })
@Controller('v1/organizations/current/emails')
export class EmailSettingsController {
  constructor(private readonly settings: EmailSettingsService) {}

  @Get()
  @RequiredScope('organization:read')
  @ApiOperation({
    summary: 'Get the settings for e-mails',
    description: 'What is sent to customers by itself, and how.',
  })
  @ApiOkResponse({ type: EmailSettingsDto })
  getEmailSettings(@CurrentCaller() caller: Caller): Promise<EmailSettingsDto> {
    return this.settings.get(caller);
  }

  @Put()
  @RequiredScope('organization:write')
  @ApiOperation({
    summary: 'Change the settings for e-mails',
    description: 'Applies to what happens from now on. E-mails that wait are sent with the new sender.',
  })
  @ApiOkResponse({ type: EmailSettingsDto })
  updateEmailSettings(
    @CurrentCaller() caller: Caller,
    @Body() body: UpdateEmailSettingsDto,
  ): Promise<EmailSettingsDto> {
    return this.settings.update(caller, toEmailSettingsChanges(body));
  }
}
