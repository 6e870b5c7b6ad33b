import { Controller, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { SampleData } from './sample-data.service';

@ApiExcludeController()
@Controller('dashboard/api/sample_data')
export class SampleDataController {
  constructor(private readonly sampleData: SampleData) {}

  /** Returns 201, or 200 if the organization has the sample data already. */
  @Post()
  @Audited('organization', { id: 'organization' })
  @RequiredScope('customers:write')
  async createSampleData(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ created: boolean }> {
    const created = await this.sampleData.create(caller);
    if (!created) response.status(200);
    return { created };
  }
}
