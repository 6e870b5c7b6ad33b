import { fields, type CsvTable } from '../../platform/http/csv/csv-table';
import type { FeeDto } from './fee.dto';

export const FEE_TABLE: CsvTable<FeeDto> = {
  name: 'fees',
  columns: fields<FeeDto>(
    'id',
    'invoice_id',
    'invoice_number',
    'invoice_status',
    'customer_id',
    'subscription_id',
    'issuing_date',
    'currency',
    'type',
    'description',
    'units',
    'unit_amount',
    'amount_cents',
    'discount_amount_cents',
    'net_amount_cents',
    'taxes_amount_cents',
    'billable_metric_code',
    'charge_id',
    'plan_id',
    'from',
    'to',
    'billed_days',
    'period_days',
    'events_count',
  ),
};
