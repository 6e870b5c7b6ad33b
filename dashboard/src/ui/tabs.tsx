import { useNavigate, useSearch } from '@tanstack/react-router';
import * as Primitive from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';

export interface Tab {
  name: string;
  title: string;
  content: ReactNode;
}

/** Tabs whose name is in the address, so that a link leads to one and "back" returns to it. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const { tab: wanted } = useSearch({ strict: false });
  const navigate = useNavigate();
  const active = tabs.find(({ name }) => name === wanted) ?? tabs[0];
  const select = (name: string) => void navigate({ to: '.', search: { tab: name } });
  return (
    <Primitive.Root value={active?.name ?? ''} onValueChange={select}>
      <Primitive.List aria-label={label} className="mb-5 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ name, title }) => (
          <Primitive.Trigger
            key={name}
            value={name}
            className="-mb-px min-h-10 border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-link data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {title}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(({ name, content }) => (
        <Primitive.Content key={name} value={name} className="space-y-5 focus-visible:outline-offset-4">
          {content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
