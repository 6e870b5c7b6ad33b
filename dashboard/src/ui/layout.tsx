import { useEffect, type ReactNode } from 'react';
import { cx } from './cx';

interface PageProps {
  title: string;
  /** What the page is about, beside or below the title. */
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its title is also that of the document, for screen readers and the browser's history. */
export function Page({ title, subtitle, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Billing`;
  }, [title]);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6">
      <header className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold break-words">{title}</h1>
          {subtitle !== undefined && <div className="mt-0.5 text-muted">{subtitle}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <div className="space-y-5">{children}</div>
    </div>
  );
}

interface CardProps {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
  /** False for tables and lists, which reach the border. */
  padded?: boolean;
}

export function Card({ title, actions, children, padded = true }: CardProps) {
  return (
    <section className="card min-w-0 overflow-hidden" aria-label={title}>
      {title !== undefined && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
          <h2 className="font-semibold">{title}</h2>
          {actions}
        </div>
      )}
      <div className={cx(padded && 'p-4')}>{children}</div>
    </section>
  );
}

export function Stack({ children }: { children: ReactNode }) {
  return <div className="space-y-5">{children}</div>;
}

/** Columns that become one on a narrow screen. */
export function Grid({ children, columns = 2 }: { children: ReactNode; columns?: 2 | 3 | 4 }) {
  const names = {
    2: 'lg:grid-cols-2',
    3: 'sm:grid-cols-2 lg:grid-cols-3',
    4: 'sm:grid-cols-2 lg:grid-cols-4',
  };
  return <div className={cx('grid items-start gap-5', names[columns])}>{children}</div>;
}

/** A list of labels and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-6 gap-y-2">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
