import type { PlanChangePreview } from '@billing-service/sdk';
import { Amount } from '../../ui/amount';
import { Facts } from '../../ui/layout';
import { Time } from '../../ui/time';

type Step = readonly [label: string, cents: number];

/** The bill of a plan change, before it is made. */
export function PlanChangePreviewView({ preview }: { preview: PlanChangePreview }) {
  const { change, period, currency, credit_amount_cents: credit, trial_ends_at: trial, invoices } = preview;
  const isUpgrade = change === 'upgrade';
  return (
    <section aria-label="Preview of the change" className="flex flex-col gap-3 rounded-md bg-page p-3">
      <Facts
        of={[
          ['Change', isUpgrade ? 'Upgrade, at once' : 'Downgrade, when the billing period ends'],
          ['Takes effect', <Time key="effective" at={preview.effective_at} />],
          [
            'First period of the new plan',
            <span key="period">
              <Time at={period.from} precision="day" /> to <Time at={period.to} precision="day" />
            </span>,
          ],
          ['Its price', <Amount key="fee" cents={preview.fee_amount_cents} currency={currency} />],
          ['Trial continues until', trial !== null && <Time at={trial} precision="day" />],
          [
            'Credit for unused days',
            credit > 0 && (
              <>
                <Amount cents={credit} currency={currency} /> before taxes, as a credit note
              </>
            ),
          ],
        ]}
      />
      {invoices.length === 0 && (
        <p>{isUpgrade ? 'No invoice is created now.' : 'The change creates no invoice of its own.'}</p>
      )}
      {invoices.map((invoice, index) => (
        <Steps
          key={index}
          title={invoices.length === 1 ? 'Invoice' : `Invoice ${index + 1}`}
          currency={invoice.currency}
          steps={[
            ['Price and usage', invoice.fees_amount_cents],
            ...invoice.coupons.map((it): Step => [it.name, -it.amount_cents]),
            ...invoice.taxes.map((it): Step => [`${it.name} ${it.rate} %`, it.amount_cents]),
          ]}
          total={invoice.total_amount_cents}
        />
      ))}
      {invoices.length > 0 && (
        <p className="text-xs text-muted">
          Before credit notes and wallets, with the usage that has been reported so far.
        </p>
      )}
    </section>
  );
}

interface StepsProps {
  title: string;
  steps: readonly Step[];
  total: number;
  currency: string;
}

function Steps({ title, steps, total, currency }: StepsProps) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <dl>
        {[...steps, ['Total', total] as const].map(([label, cents], index) => (
          <div
            key={label}
            className={`flex justify-between gap-3 ${index === steps.length ? 'border-t border-line font-semibold' : ''}`}
          >
            <dt>{label}</dt>
            <dd>
              <Amount cents={cents} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
