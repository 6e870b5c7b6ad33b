import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../ui/dialog';
import { Badge } from '../ui/badge';
import { useHits, type Hit } from './use-hits';

/** Finds customers, invoices, subscriptions and ids, from every page. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const listId = useId();
  const navigate = useNavigate();
  const term = useDeferredValue(text.trim());
  const { hits, isPending } = useHits(term);
  const active = Math.min(selected, hits.length - 1);
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    void navigate({ to: hit.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setSelected(Math.min(active + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setSelected(Math.max(active - 1, 0));
    else if (event.key === 'Enter') open(hits[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        aria-label="Search"
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-activedescendant={hits.length > 0 ? `${listId}-${active}` : undefined}
        className="input"
        placeholder="A name, an e-mail, a number or an id"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setSelected(0);
        }}
      />
      <ul id={listId} role="listbox" aria-label="Results" className="mt-3 min-h-24">
        {hits.map((hit, index) => (
          <li
            key={hit.to}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => open(hit)}
            className="flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 aria-selected:bg-accent-soft"
          >
            <span className="min-w-0 truncate">
              {hit.title} <span className="text-muted">{hit.detail}</span>
            </span>
            <Badge>{hit.kind}</Badge>
          </li>
        ))}
      </ul>
      <p role="status" className="text-xs text-muted">
        {term === ''
          ? 'Customers, invoices, subscriptions, plans, and any id of the API.'
          : isPending
            ? 'Searching …'
            : `${hits.length} found`}
      </p>
    </Dialog>
  );
}
