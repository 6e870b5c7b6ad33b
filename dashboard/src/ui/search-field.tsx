import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';

const PAUSE_MS = 250;

/** A field that filters a list by `?q=`, shortly after the last key. */
export function SearchField({ label }: { label: string }) {
  const { q = '' } = useSearch({ strict: false });
  const [text, setText] = useState(q);
  const navigate = useNavigate();
  const id = useId();
  useEffect(() => {
    if (text === q) return undefined;
    const searched = text === '' ? undefined : text;
    const timer = setTimeout(
      () =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, page: undefined, q: searched }),
          replace: true,
        }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, q, navigate]);
  return (
    <div className="max-w-sm">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="search"
        className="input"
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
