import { useSyncExternalStore } from 'react';

interface Message {
  id: number;
  text: string;
}

const SHOWN_MS = 5_000;
let messages: readonly Message[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Message[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

/** Tells what has happened, for a few seconds. */
export function toast(text: string): void {
  const message = { id: ++lastId, text };
  set([...messages.slice(-2), message]);
  setTimeout(() => set(messages.filter((it) => it !== message)), SHOWN_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where messages appear; screen readers announce them. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => messages);
  return (
    <div role="status" aria-live="polite" className="fixed right-4 bottom-4 z-30 space-y-2">
      {shown.map(({ id, text }) => (
        <div key={id} className="rounded-lg border border-line bg-surface px-4 py-2.5 shadow-lg">
          {text}
        </div>
      ))}
    </div>
  );
}
