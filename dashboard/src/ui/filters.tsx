import { useNavigate } from '@tanstack/react-router';
import { useOrganization } from '../api/hooks';
import { without, type ListSearch } from './list';
import { toInstant, toWallClock } from './zoned';

interface Props {
  /** The parameter of the address. */
  name: string;
  label: string;
  search: ListSearch;
}

/** Returns a function that sets a filter of a list and shows its first page. */
function useFilter(name: string, search: ListSearch): (value: string) => void {
  const navigate = useNavigate();
  return (value) => {
    const others = without(search, name, 'after', 'before');
    void navigate({ to: '.', search: value === '' ? others : { ...others, [name]: value } });
  };
}

/** A filter of a list with too many values for tabs. The empty text stands for all. */
export function FilterSelect({
  name,
  label,
  search,
  options,
}: Props & { options: readonly (readonly [value: string, label: string])[] }) {
  const apply = useFilter(name, search);
  return (
    <label className="mb-3 block w-full sm:w-52">
      <span className="text-xs text-muted">{label}</span>
      <select value={search[name] ?? ''} onChange={(it) => apply(it.target.value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A bound of the time of a list, in the time zone of the organization: applied when the input loses the focus. */
export function FilterTime({ name, label, search }: Props) {
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  const apply = useFilter(name, search);
  const instant = search[name] ?? '';
  const current = Number.isNaN(Date.parse(instant)) ? '' : toWallClock(instant, timeZone);
  return (
    <label className="mb-3 block w-full sm:w-52">
      <span className="text-xs text-muted">{label}</span>
      <input
        key={current}
        type="datetime-local"
        defaultValue={current}
        onBlur={({ target }) => {
          if (target.value !== current) apply(target.value === '' ? '' : toInstant(target.value, timeZone));
        }}
      />
    </label>
  );
}
