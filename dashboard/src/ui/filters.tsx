import { Link, useNavigate } from '@tanstack/react-router';
import { useOrganization } from '../api/hooks';
import { without, type ListSearch } from './list';
import { toInstant, toWallClock } from './zoned';

interface FilterProps {
  /** The parameter of the address. */
  name: string;
  label: string;
  search: ListSearch;
}

/** Buttons for the values of one filter of a list. The first value, an empty text, stands for all. */
export function FilterTabs({
  name,
  search,
  options,
}: {
  name: string;
  search: ListSearch;
  options: readonly (readonly [string, string])[];
}) {
  return (
    <nav aria-label={`Filter by ${name}`} className="mb-3 flex flex-wrap gap-1">
      {options.map(([value, label]) => {
        const others = without(search, name, 'after', 'before');
        const isCurrent = (search[name] ?? '') === value;
        return (
          <Link
            key={value}
            to="."
            search={value === '' ? others : { ...others, [name]: value }}
            aria-current={isCurrent ? 'true' : undefined}
            className={`rounded-md px-2.5 py-1 ${isCurrent ? 'bg-accent-soft font-medium' : 'text-text'}`}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}

/** A text that filters a list: applied with Enter or when the input loses the focus. */
export function FilterText({ name, label, search }: FilterProps) {
  const apply = useFilter(name, search);
  return (
    <label className="mb-3 block max-w-xs">
      <span className="sr-only">{label}</span>
      <input
        key={search[name] ?? ''}
        type="search"
        placeholder={label}
        defaultValue={search[name] ?? ''}
        onBlur={(it) => apply(it.target.value.trim())}
        onKeyDown={(it) => (it.key === 'Enter' ? apply(it.currentTarget.value.trim()) : undefined)}
      />
    </label>
  );
}

/** A day that filters a list: applied when a complete date has been entered and the input loses the focus. */
export function FilterDay({ name, label, search }: FilterProps) {
  const apply = useFilter(name, search);
  return (
    <label className="mb-3 flex items-center gap-2">
      <span className="whitespace-nowrap text-muted">{label}</span>
      <input
        key={search[name] ?? ''}
        type="date"
        defaultValue={search[name] ?? ''}
        onBlur={(it) => apply(it.target.value)}
        onKeyDown={(it) => (it.key === 'Enter' ? apply(it.currentTarget.value) : undefined)}
      />
    </label>
  );
}

/** One of several values that filters a list. The first value, an empty text, stands for all. */
export function FilterSelect({
  name,
  label,
  search,
  options,
}: FilterProps & { options: readonly (readonly [string, string])[] }) {
  const apply = useFilter(name, search);
  return (
    <label className="mb-3 block max-w-xs">
      <span className="sr-only">{label}</span>
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

/** Returns a function that puts the value of a filter into the address. */
function useFilter(name: string, search: ListSearch): (value: string) => void {
  const navigate = useNavigate();
  return (value) => {
    if (value === (search[name] ?? '')) return;
    const others = without(search, name, 'after', 'before');
    void navigate({ to: '.', search: value === '' ? others : { ...others, [name]: value } });
  };
}

/** A bound of the time of a list, in the time zone of the organization: applied when the input loses the focus. */
export function FilterTime({ name, label, search }: FilterProps) {
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
        onBlur={({ target: { value } }) => {
          if (value !== current) apply(value === '' ? '' : toInstant(value, timeZone));
        }}
      />
    </label>
  );
}
