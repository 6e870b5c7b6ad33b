import type { SearchHit } from '@billing-service/sdk';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { billing } from '../api/client';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, Badge } from '../ui/layout';
import { pageOf } from './search-pages';

/** A button, and the key `/`, that open the search from every page. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, select, textarea, [role=dialog]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button
        className="mx-2 mb-3 justify-between text-muted"
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      >
        Search <kbd aria-hidden="true">/</kbd>
      </Button>
      <Dialog title="Search" isOpen={isOpen} onClose={() => setOpen(false)}>
        <SearchBox onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** A combobox: the input keeps the focus, the arrow keys choose a hit, and Enter opens its page. */
function SearchBox({ onChosen }: { onChosen: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { hits, error } = useHits(text.trim());
  const navigate = useNavigate();
  const id = useId();
  const open = (hit: SearchHit | undefined): void => {
    const page = hit === undefined ? null : pageOf(hit);
    if (page === null) return;
    onChosen();
    void navigate(page as NavigateOptions);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) setChosen((chosen + step + hits.length) % hits.length);
    else if (event.key === 'Enter') open(hits[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="search"
        role="combobox"
        aria-label="Name, e-mail address, number or code"
        placeholder="Name, e-mail address, number or code"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(it) => {
          setText(it.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      {error !== null && <Alert>{error.message}</Alert>}
      <ul id={`${id}-hits`} role="listbox" aria-label="Records found" className="mt-2 flex flex-col">
        {hits.map((hit, index) => (
          <Hit
            key={hit.id}
            id={`${id}-${index}`}
            hit={hit}
            isChosen={index === chosen}
            onOpen={() => open(hit)}
          />
        ))}
      </ul>
      <p role="status" className="mt-2 text-muted">
        {text.trim() === ''
          ? 'Finds records by how their name, number or code begins.'
          : `${hits.length} found`}
      </p>
    </>
  );
}

function useHits(text: string): { hits: readonly SearchHit[]; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => (await billing.search.searchRecords({ q: text }, { signal })).data,
    enabled: text !== '',
    refetchInterval: false,
    placeholderData: keepPreviousData,
  });
  return { hits: text === '' ? [] : (data ?? []), error: text === '' ? null : error };
}

interface HitProps {
  id: string;
  hit: SearchHit;
  isChosen: boolean;
  onOpen: () => void;
}

function Hit({ id, hit, isChosen, onOpen }: HitProps) {
  return (
    // The input has the focus and handles the keys.
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      className={`flex cursor-pointer flex-wrap items-baseline justify-between gap-2 rounded-md px-2 py-1.5 ${isChosen ? 'bg-accent-soft' : ''}`}
      onClick={onOpen}
    >
      <span>
        {hit.title} <span className="text-muted">{hit.subtitle}</span>
      </span>
      <Badge tone="plain">{hit.object_type.replaceAll('_', ' ')}</Badge>
    </li>
  );
}
