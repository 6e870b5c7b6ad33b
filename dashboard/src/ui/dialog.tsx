import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';

interface Props {
  title: string;
  description?: ReactNode;
  isOpen: boolean;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A modal window: takes the focus, closes with Escape, and gives the focus back. */
export function Dialog({ title, description, isOpen, isWide = false, onClose, children }: Props) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Primitive.Content
          className={`fixed inset-x-0 top-0 z-50 mx-auto flex max-h-dvh w-full flex-col overflow-y-auto bg-panel p-5 shadow-xl sm:top-[6vh] sm:max-h-[88vh] sm:rounded-xl sm:border sm:border-line ${isWide ? 'max-w-3xl' : 'max-w-xl'}`}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="mb-3 flex items-start justify-between gap-3">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <Button aria-label="Close">✕</Button>
            </Primitive.Close>
          </div>
          {description !== undefined && (
            <Primitive.Description asChild>
              <div className="mb-3 text-muted">{description}</div>
            </Primitive.Description>
          )}
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
