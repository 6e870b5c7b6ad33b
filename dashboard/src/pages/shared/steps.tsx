import type { Schemas } from '@billing-service/sdk';
import { formatMajor } from '../../lib/money';
import { Quantity, Table } from '../../ui';

interface StepsProps {
  label: string;
  steps: readonly Schemas['ChargeStep'][];
  currency: string;
}

/** The steps of a calculation, as the API explains them. */
export function Steps({ label, steps, currency }: StepsProps) {
  const rows = steps.map((step, index) => ({ ...step, key: String(index) }));
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={(it) => it.key}
      columns={[
        { title: 'Step', cell: (it) => it.description },
        { title: 'Units', cell: (it) => <Quantity of={it.units} />, isNumber: true },
        {
          title: 'Price or rate',
          cell: (it) =>
            it.unit_amount !== undefined
              ? formatMajor(it.unit_amount, currency)
              : it.rate === undefined
                ? '–'
                : `${it.rate} %`,
          isNumber: true,
        },
        { title: 'Amount', cell: (it) => formatMajor(it.amount, currency), isNumber: true },
      ]}
    />
  );
}
