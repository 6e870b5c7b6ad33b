import type { Charge, Plan } from '@billing-service/sdk';
import { useMetrics } from '../../api/choices';
import { Card } from '../../ui/layout';
import { Table } from '../../ui/table';
import { MODELS } from './charge-fields';
import { wordsOf } from './charge-words';

/** The prices of usage in words. */
export function ChargesCard({ plan }: { plan: Plan }) {
  const metrics = useMetrics();
  const nameOf = (it: Charge): string | undefined =>
    it.invoice_display_name ?? metrics?.find(({ code }) => code === it.billable_metric_code)?.name;
  if (plan.charges.length === 0) {
    return (
      <Card title="Charges for usage">
        <p className="text-muted">
          The plan charges nothing for usage. Edit it to add charges: create a metric first.
        </p>
      </Card>
    );
  }
  return (
    <Card title="Charges for usage">
      <Table<Charge>
        label="Prices of the charges"
        rows={plan.charges}
        keyOf={(it) => it.id}
        columns={[
          {
            title: 'Metric',
            cell: (it) => (
              <>
                {nameOf(it)}
                <code className="block text-muted">{it.billable_metric_code}</code>
              </>
            ),
          },
          { title: 'Model', cell: (it) => MODELS[it.charge_model].name, minor: true },
          {
            title: 'Price',
            cell: (it) => (
              <ul>
                {wordsOf(it, plan.currency).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </Card>
  );
}
