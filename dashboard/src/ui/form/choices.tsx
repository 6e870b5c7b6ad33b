import { chosen, ofChoices, type Field } from './fields';

interface Props {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}

/** A checkbox for each option. Options that were chosen earlier and no longer exist stay in the list. */
export function Choices({ field, value, onChange }: Props) {
  const selected = chosen(value);
  const known = field.options ?? [];
  const gone = selected.filter((code) => !known.some(([it]) => it === code));
  const options = [...known, ...gone.map((code) => [code, code] as const)];
  const toggle = (code: string, isChosen: boolean): void =>
    onChange(ofChoices(isChosen ? [...selected, code] : selected.filter((it) => it !== code)));
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{field.label}</legend>
      {options.length === 0 && <p className="text-muted">There are none yet.</p>}
      <div className="flex max-h-40 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
        {options.map(([code, label]) => (
          <label key={code} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={selected.includes(code)}
              onChange={(it) => toggle(code, it.target.checked)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
