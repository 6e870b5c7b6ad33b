import type { FieldError } from '@billing-service/sdk';
import { Button } from '../button';
import { initialValues, type Field, type Values } from './fields';
import { isErrorOf } from './errors';
import { Input } from './input';

interface Props {
  field: Field;
  rows: Values[];
  form: Values;
  errors: readonly FieldError[];
  onChange: (rows: Values[]) => void;
}

/** A list of objects: each row has its own inputs, and rows are added and removed. */
export function Rows({ field, rows, form, errors, onChange }: Props) {
  const { row = [] } = field;
  const help = typeof field.help === 'function' ? field.help(form) : field.help;
  const replace = (index: number, values: Values): void => onChange(rows.with(index, values));
  const own = errors.filter((it) => !rows.some((_, index) => it.field.startsWith(`${field.name}.${index}.`)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">{field.label}</legend>
      {help !== undefined && <p className="text-xs text-muted">{help}</p>}
      {own.length > 0 && <p className="text-xs text-bad">{own.map((it) => it.message).join(' ')}</p>}
      {rows.map((values, index) => {
        const prefix = `${field.name}.${index}.`;
        const shown = row.filter((it) => it.when?.(values, form) !== false);
        const unplaced = errors.filter(
          (error) =>
            error.field.startsWith(prefix) && !shown.some((it) => errorsWithin(error, prefix, it).length > 0),
        );
        return (
          <div key={index} className="rounded-md border border-line p-3">
            <div className="grid gap-2 sm:grid-cols-2">
              {shown.map((it) => (
                <div key={it.name} className={it.kind === 'rows' ? 'sm:col-span-2' : ''}>
                  <Input
                    field={it}
                    values={values}
                    form={form}
                    errors={errors.flatMap((error) => errorsWithin(error, prefix, it))}
                    onChange={(value) => replace(index, { ...values, [it.name]: value })}
                  />
                </div>
              ))}
            </div>
            {unplaced.length > 0 && (
              <p className="mt-2 text-xs text-bad">{unplaced.map((it) => it.message).join(' ')}</p>
            )}
            <Button
              className="mt-2"
              aria-label={`Remove row ${index + 1} of ${field.label}`}
              onClick={() => onChange(rows.filter((_, other) => other !== index))}
            >
              Remove
            </Button>
          </div>
        );
      })}
      <div>
        <Button onClick={() => onChange([...rows, initialValues(row)])}>
          Add to {field.label.toLowerCase()}
        </Button>
      </div>
    </fieldset>
  );
}

/** Returns an error of a row with its path inside the row, if it belongs to the field. */
function errorsWithin(error: FieldError, prefix: string, field: Field): FieldError[] {
  if (!error.field.startsWith(prefix)) return [];
  const inner = { ...error, field: error.field.slice(prefix.length) };
  return isErrorOf(field, inner) ? [inner] : [];
}
