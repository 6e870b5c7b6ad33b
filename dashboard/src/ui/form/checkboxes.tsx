import type { CheckboxGroup, Field } from './fields';

interface Props {
  field: Field;
  /** The chosen values, separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

/** A list of values that is chosen from groups; each group can be chosen as a whole. */
export function Checkboxes({ field, value, onChange }: Props) {
  const chosen = value.split(',').flatMap((it) => (it.trim() === '' ? [] : [it.trim()]));
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{field.label}</legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {(field.groups ?? []).map((group) => (
          <Group
            key={group.all}
            group={group}
            chosen={chosen}
            onChange={(values) => onChange(values.join(', '))}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface GroupProps {
  group: CheckboxGroup;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function Group({ group: { label, all, values }, chosen, onChange }: GroupProps) {
  const isWhole = chosen.includes(all);
  const others = chosen.filter((it) => it !== all && !values.includes(it));
  const own = values.filter((it) => chosen.includes(it));
  const choose = (value: string, isChosen: boolean): void =>
    onChange([...others, ...own.filter((it) => it !== value), ...(isChosen ? [value] : [])]);
  return (
    <fieldset className="min-w-0 rounded-md border border-line px-3 pt-1 pb-2">
      <legend className="px-1 text-muted">{label}</legend>
      <Choice
        label={`All: ${all}`}
        isChosen={isWhole}
        onChange={(isChosen) => onChange(isChosen ? [...others, all] : others)}
      />
      {values.map((it) => (
        <Choice
          key={it}
          label={it}
          isChosen={isWhole || own.includes(it)}
          isFixed={isWhole}
          onChange={(isChosen) => choose(it, isChosen)}
        />
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  isChosen: boolean;
  /** The whole group is chosen. */
  isFixed?: boolean;
  onChange: (isChosen: boolean) => void;
}

function Choice({ label, isChosen, isFixed = false, onChange }: ChoiceProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 py-0.5">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFixed}
        onChange={(it) => onChange(it.target.checked)}
      />
      <span className="min-w-0 break-words">{label}</span>
    </label>
  );
}
