import type { InputIds } from './field';
import { Checkbox, Field } from './field';
import type { FieldSpec, Values } from './fields';

interface InputProps {
  spec: FieldSpec;
  values: Values;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

/** The input of a field, by its kind. */
export function Input({ spec, values, error, onChange }: InputProps) {
  const value = values[spec.name] ?? '';
  if (spec.kind === 'checkbox') {
    const { label, hint, readOnly } = spec;
    return (
      <>
        <Checkbox
          label={label}
          hint={hint}
          checked={value === true}
          onChange={onChange}
          disabled={readOnly}
        />
        {error !== undefined && <p className="text-sm text-bad">{error}</p>}
      </>
    );
  }
  if (spec.kind === 'choices') {
    return <Choices spec={spec} value={String(value)} error={error} onChange={onChange} />;
  }
  const { label, hint, required } = spec;
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(ids) => <Control spec={spec} values={values} value={String(value)} ids={ids} onChange={onChange} />}
    </Field>
  );
}

interface ControlProps {
  spec: Exclude<FieldSpec, { kind: 'checkbox' | 'choices' }>;
  values: Values;
  value: string;
  ids: InputIds;
  onChange: (value: string) => void;
}

function Control({ spec, values, value, ids, onChange }: ControlProps) {
  const common = {
    ...ids,
    name: spec.name,
    value,
    className: 'input',
    disabled: spec.readOnly,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (spec.kind) {
    case 'select':
      return (
        <select {...common}>
          {spec.required !== true && <option value="">–</option>}
          {spec.options.map((it) => (
            <option key={it.value} value={it.value}>
              {it.label}
            </option>
          ))}
        </select>
      );
    case 'textarea':
    case 'lines':
    case 'pairs':
    case 'amounts':
      return <textarea {...common} rows={3} />;
    case 'instant':
      return <input {...common} type="datetime-local" />;
    case 'money':
      return (
        <div className="relative">
          <input {...common} inputMode="decimal" className="input num pr-14" autoComplete="off" />
          <span
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted"
            aria-hidden
          >
            {spec.currency(values)}
          </span>
        </div>
      );
    case 'email':
      return <input {...common} type="email" autoComplete="off" />;
    case 'password':
      return <input {...common} type="password" autoComplete="off" />;
    case 'integer':
    case 'decimal':
      return (
        <input
          {...common}
          inputMode="decimal"
          className="input num"
          placeholder={spec.placeholder}
          autoComplete="off"
        />
      );
    case 'text':
      return <input {...common} placeholder={spec.placeholder} autoComplete="off" />;
  }
}

interface ChoicesProps {
  spec: Extract<FieldSpec, { kind: 'choices' }>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Choices({ spec, value, error, onChange }: ChoicesProps) {
  const chosen = value.split('\n').filter((it) => it !== '');
  const toggle = (option: string, isOn: boolean) =>
    onChange((isOn ? [...chosen, option] : chosen.filter((it) => it !== option)).join('\n'));
  return (
    <fieldset>
      <legend className="mb-1 font-medium">
        {spec.label}
        {spec.required !== true && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <div className="max-h-52 overflow-y-auto rounded-lg border border-line px-3 py-1">
        {spec.options.length === 0 && (
          <p className="py-1 text-muted">{spec.hint ?? 'There is nothing to choose yet.'}</p>
        )}
        {spec.options.map((it) => (
          <Checkbox
            key={it.value}
            label={it.label}
            checked={chosen.includes(it.value)}
            onChange={(isOn) => toggle(it.value, isOn)}
          />
        ))}
      </div>
      {error !== undefined && <p className="mt-1 text-sm text-bad">{error}</p>}
    </fieldset>
  );
}
