import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';

interface EmptyProps {
  title: string;
  /** What belongs here, and how it comes here. */
  children?: ReactNode;
  icon?: LucideIcon;
  action?: ReactNode;
}

/** Says why there is nothing, and what to do about it. */
export function Empty({ title, children, icon: Icon = Inbox, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      <Icon size={28} className="mb-3 text-muted" aria-hidden />
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="mt-1 max-w-md text-muted">{children}</div>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** An error, announced at once. */
export function ErrorNote({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div role="alert" className={cx('rounded-lg bg-bad-soft px-3 py-2 text-bad', className)}>
      {children}
    </div>
  );
}

/** A remark within a page. */
export function Note({ children, tone = 'neutral' }: { children: ReactNode; tone?: 'neutral' | 'warn' }) {
  return (
    <div
      className={cx(
        'rounded-lg px-3 py-2',
        tone === 'warn' ? 'bg-warn-soft text-warn' : 'bg-raised text-muted',
      )}
    >
      {children}
    </div>
  );
}

export function Loading({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" className="space-y-3 p-4">
      <span className="sr-only">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="h-4 animate-pulse rounded bg-raised" />
      ))}
    </div>
  );
}
