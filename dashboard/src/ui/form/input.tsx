import type { FieldError } from '@billing-service/sdk';
import { useId, type ReactNode } from 'react';
import { Choices } from './choices';
import { currencyOf, textOf, type Field, type Values } from './fields';
import { Checkboxes } from './checkboxes';
import { ImageInput } from './image-input';
import { Rows } from './rows';

interface Props {
  field: Field;
  /** Values of the form or row that the input belongs to. */
  values: Values;
  /** Values of the whole form. */
  form: Values;
  errors: readonly FieldError[];
  onChange: (value: string | boolean | Values[]) => void;
}

/** An input with its label, its help, and what the API says is wrong with it. */
export function Input({ field, values, form, errors, onChange }: Props) {
  const id = useId();
  const value = values[field.name];
  if (field.kind === 'rows') {
    return (
      <Rows
        field={field}
        rows={Array.isArray(value) ? value : []}
        form={form}
        errors={errors}
        onChange={onChange}
      />
    );
  }
  const help = typeof field.help === 'function' ? field.help(values) : field.help;
  if (field.kind === 'choices' || field.kind === 'checkboxes') {
    const Boxes = field.kind === 'choices' ? Choices : Checkboxes;
    return (
      <div className="min-w-0">
        <Boxes field={field} value={textOf(values, field.name)} onChange={onChange} />
        <Help id={`${id}-help`}>{help}</Help>
        <Errors id={`${id}-error`} errors={errors} />
      </div>
    );
  }
  const described = [help === undefined ? '' : `${id}-help`, errors.length === 0 ? '' : `${id}-error`];
  const shared = {
    id,
    name: field.name,
    'aria-required': field.required,
    'aria-invalid': errors.length > 0,
    'aria-describedby': described.join(' ').trim() || undefined,
  };
  const label = <Label id={id} field={field} values={values} form={form} />;
  return (
    <div className="min-w-0">
      {field.kind === 'checkbox' ? (
        <div className="flex items-center gap-2">
          <input
            {...shared}
            type="checkbox"
            checked={value === true}
            onChange={(it) => onChange(it.target.checked)}
          />
          {label}
        </div>
      ) : (
        <>
          {label}
          <Control field={field} value={textOf(values, field.name)} onChange={onChange} shared={shared} />
        </>
      )}
      <Help id={`${id}-help`}>{help}</Help>
      <Errors id={`${id}-error`} errors={errors} />
    </div>
  );
}

function Label({ id, field, values, form }: Pick<Props, 'field' | 'values' | 'form'> & { id: string }) {
  const { kind = 'text' } = field;
  return (
    <label htmlFor={id} className="font-medium">
      {field.label}
      {kind === 'amount' && <span className="text-muted"> ({currencyOf(field, values, form)})</span>}
      {kind === 'instant' && <span className="text-muted"> ({field.timeZone ?? 'UTC'})</span>}
      {field.required !== true && !['checkbox', 'select'].includes(kind) && (
        <span className="font-normal text-muted"> · optional</span>
      )}
    </label>
  );
}

interface ControlProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
  shared: object;
}

const TYPES: Partial<Record<string, string>> = {
  email: 'email',
  date: 'date',
  instant: 'datetime-local',
  password: 'password',
  color: 'color',
};
const KEYBOARDS: Partial<Record<string, 'numeric' | 'decimal' | 'url'>> = {
  number: 'numeric',
  decimal: 'decimal',
  amount: 'decimal',
  url: 'url',
};

function Control({ field, value, onChange, shared }: ControlProps) {
  const { kind = 'text', options = [], placeholder } = field;
  if (kind === 'select') {
    return (
      <select {...shared} value={value} onChange={(it) => onChange(it.target.value)}>
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'textarea') {
    return <textarea {...shared} rows={3} value={value} onChange={(it) => onChange(it.target.value)} />;
  }
  if (kind === 'image') return <ImageInput shared={shared} value={value} onChange={onChange} />;
  return (
    <input
      {...shared}
      type={TYPES[kind] ?? 'text'}
      className={kind === 'color' ? 'h-9' : undefined}
      inputMode={KEYBOARDS[kind]}
      placeholder={placeholder}
      autoComplete="off"
      value={value}
      onChange={(it) => onChange(it.target.value)}
    />
  );
}

function Help({ id, children }: { id: string; children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <p id={id} className="mt-0.5 text-xs text-muted">
      {children}
    </p>
  );
}

/** Errors in the words of the API. */
function Errors({ id, errors }: { id: string; errors: readonly FieldError[] }) {
  if (errors.length === 0) return null;
  return (
    <p id={id} className="mt-0.5 text-xs text-bad">
      {errors.map((it) => it.message).join(' ')}
    </p>
  );
}
