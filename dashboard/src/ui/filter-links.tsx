import { Link, useSearch } from '@tanstack/react-router';
import { cx } from './cx';

interface FilterLinksProps {
  label: string;
  /** Name of the filter in the address. */
  name: string;
  options: readonly { value: string; label: string }[];
}

/** A filter by links: each is an address of its own, which keeps the other filters. The first shows everything. */
export function FilterLinks({ label, name, options }: FilterLinksProps) {
  const search = useSearch({ strict: false });
  const current = search[name];
  return (
    <nav aria-label={label} className="flex max-w-full gap-1 overflow-x-auto">
      {[{ value: undefined, label: 'All' }, ...options].map((it) => (
        <Link
          key={it.label}
          to="."
          search={(before) => ({ ...before, page: undefined, [name]: it.value })}
          aria-current={it.value === current ? 'page' : undefined}
          className={cx(
            'min-h-8 rounded-full px-3 py-1.5 whitespace-nowrap capitalize',
            it.value === current ? 'bg-accent-soft font-medium text-link' : 'text-muted hover:bg-raised',
          )}
        >
          {it.label}
        </Link>
      ))}
    </nav>
  );
}
