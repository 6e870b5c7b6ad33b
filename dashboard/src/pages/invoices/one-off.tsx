import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/client';
import { useRecord } from '../../api/hooks';
import { useSession } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { Field } from '../../forms/field';
import { InvalidInputError } from '../../forms/fields';
import type { FieldErrors } from '../../lib/errors';
import { toMinor } from '../../lib/money';
import { Button } from '../../ui';

interface Line {
  key: number;
  description: string;
  units: string;
  price: string;
}

const emptyLine = (key: number): Line => ({ key, description: '', units: '1', price: '' });

/** Returns the fees of the lines. @throws InvalidInputError for a price that is no amount. */
function feesOf(lines: readonly Line[], currency: string): object[] {
  const errors: Record<string, string> = {};
  const fees = lines.map(({ description, units, price }, index) => {
    const cents = toMinor(price, currency);
    if (cents === null)
      errors[`fees.${index}.unit_amount_cents`] = `The price must be an amount in ${currency}.`;
    return { description, units: units.replace(',', '.'), unit_amount_cents: cents };
  });
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  return fees;
}

/** Makes an invoice by hand. */
export function OneOffInvoice({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const { organization } = useSession();
  const customer = useRecord('/v1/customers/{id}', { path: { id: customerId }, every: false });
  const [lines, setLines] = useState<readonly Line[]>([emptyLine(0)]);
  const navigate = useNavigate();
  const currency = customer.data?.body.currency ?? organization.default_currency;
  const set = (key: number, part: Partial<Line>) =>
    setLines((all) => all.map((it) => (it.key === key ? { ...it, ...part } : it)));
  const submit = async () => {
    const body = { customer_id: customerId, currency, fees: feesOf(lines, currency) };
    const invoice = await change('post', '/v1/invoices/one_off', { body });
    void navigate({ to: '/invoices/$id', params: { id: invoice.id } });
  };
  return (
    <EditDialog
      title="One-off invoice"
      wide
      fields={[]}
      ownFields={['fees']}
      action="Create the invoice"
      onSubmit={submit}
      onClose={onClose}
      extra={(errors) => (
        <>
          {lines.map((line, index) => (
            <LineFields
              key={line.key}
              line={line}
              index={index}
              currency={currency}
              errors={errors}
              onChange={(part) => set(line.key, part)}
              {...(lines.length > 1 ? { onRemove: () => setLines(lines.filter((it) => it !== line)) } : {})}
            />
          ))}
          <Button onClick={() => setLines([...lines, emptyLine(Date.now())])}>Add a line</Button>
        </>
      )}
    />
  );
}

interface LineFieldsProps {
  line: Line;
  index: number;
  currency: string;
  errors: FieldErrors;
  onChange: (part: Partial<Line>) => void;
  onRemove?: () => void;
}

function LineFields({ line, index, currency, errors, onChange, onRemove }: LineFieldsProps) {
  const errorOf = (name: string) => errors[`fees.${index}.${name}`];
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[1fr_6rem_9rem_auto]">
      <Field label="Description" required error={errorOf('description')}>
        {(ids) => (
          <input
            {...ids}
            className="input"
            value={line.description}
            onChange={(it) => onChange({ description: it.target.value })}
          />
        )}
      </Field>
      <Field label="Units" required error={errorOf('units')}>
        {(ids) => (
          <input
            {...ids}
            className="input num"
            inputMode="decimal"
            value={line.units}
            onChange={(it) => onChange({ units: it.target.value })}
          />
        )}
      </Field>
      <Field label={`Price in ${currency}`} required error={errorOf('unit_amount_cents')}>
        {(ids) => (
          <input
            {...ids}
            className="input num"
            inputMode="decimal"
            value={line.price}
            onChange={(it) => onChange({ price: it.target.value })}
          />
        )}
      </Field>
      {onRemove !== undefined && (
        <Button kind="quiet" className="sm:mt-6.5" onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}
