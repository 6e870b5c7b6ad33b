import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { cx } from './cx';

interface MenuProps {
  label: string;
  children: ReactNode;
}

/** A button that opens a menu of actions. Not modal: a modal one would put a style tag into the page. */
export function Menu({ label, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button>
          {label}
          <ChevronDown size={14} aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-20 min-w-44 rounded-lg border border-line bg-surface p-1 shadow-lg"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  children: ReactNode;
  isDangerous?: boolean;
}

export function MenuItem({ onSelect, children, isDangerous = false }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={cx(
        'flex min-h-8 cursor-pointer items-center rounded-md px-2 outline-none data-[highlighted]:bg-raised',
        isDangerous && 'text-bad',
      )}
    >
      {children}
    </DropdownMenu.Item>
  );
}
