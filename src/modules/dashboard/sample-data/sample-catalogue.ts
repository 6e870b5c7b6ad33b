import { Injectable } from '@nestjs/common';
import { BillableMetricsService } from '../../billable-metrics';
import { PlansService } from '../../plans';
import { TaxesService } from '../../taxes';
import type { Caller } from '../../../platform/database/transactions';

/** The metric of the sample data. */
export const METRIC_CODE = 'sample_api_calls';
const TAX = { code: 'sample_vat', name: 'VAT', rate: '20', description: null, appliedToOrganization: false };
const METRIC = { code: METRIC_CODE, name: 'API calls', aggregationType: 'sum', fieldName: 'calls' } as const;

/** 49.00 a month; 0.01 a call for the first 1,000 and 0.005 for further ones, as in `npm run demo`. */
const PLAN = {
  code: 'sample_pro',
  name: 'Pro',
  description: 'Sample: a price a month, and calls by graduated prices',
  interval: 'monthly',
  amountCents: 4900n,
  currency: 'EUR',
  trialPeriodDays: 0,
  payInAdvance: false,
  taxCodes: [TAX.code],
  charges: [
    {
      metricId: undefined,
      metricCode: METRIC_CODE,
      chargeModel: 'graduated',
      invoiceDisplayName: null,
      prorated: false,
      properties: {
        graduated_ranges: [
          { from_value: 0, to_value: 1000, per_unit_amount: '0.01', flat_amount: '0' },
          { from_value: 1001, to_value: null, per_unit_amount: '0.005', flat_amount: '0' },
        ],
      },
    },
  ],
} as const;

/** What the sample data sells. */
@Injectable()
export class SampleCatalogue {
  constructor(
    private readonly metrics: BillableMetricsService,
    private readonly taxes: TaxesService,
    private readonly plans: PlansService,
  ) {}

  /** Creates a metric, a tax and a plan, and returns the id of the plan. */
  async create(caller: Caller): Promise<string> {
    await this.metrics.create(caller, METRIC);
    await this.taxes.create(caller, TAX);
    const terms = { ...PLAN, taxCodes: [...PLAN.taxCodes], charges: [...PLAN.charges] };
    return (await this.plans.create(caller, terms)).id;
  }
}
