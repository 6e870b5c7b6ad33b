import { useEffect, type ReactNode } from 'react';

/** The heading of a page, with its actions; also sets the title of the document. */
export function PageTitle({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: ReactNode;
  children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Billing`;
  }, [title]);
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h1 className="break-words">{title}</h1>
        {hint !== undefined && <div className="mt-0.5 text-muted">{hint}</div>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </header>
  );
}

/** A titled part of a page. */
export function Card({
  title,
  action,
  children,
}: {
  title?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="rounded-lg border border-line bg-panel p-4">
      {(title !== undefined || action !== undefined) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          {title !== undefined && <h2>{title}</h2>}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

/** Names and values of a record. Leaves out values that are null, undefined, false or empty. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  const shown = of.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  );
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
      {shown.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A list without records: says what the records are for and how the first one comes about. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-field px-6 py-10 text-center">
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="mx-auto mt-1.5 max-w-prose text-muted">{children}</div>}
    </div>
  );
}

const TONES = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-accent-soft text-accent',
  plain: 'bg-page text-muted',
} as const;

const TONE_OF: Record<string, keyof typeof TONES> = {
  active: 'good',
  paid: 'good',
  succeeded: 'good',
  sent: 'good',
  finalized: 'info',
  processing: 'info',
  pending: 'warn',
  queued: 'warn',
  draft: 'plain',
  failed: 'bad',
  overdue: 'bad',
  canceled: 'warn',
};

/** A state in color. The text alone says everything. */
export function Badge({ children, tone }: { children: string; tone?: keyof typeof TONES }) {
  const look = TONES[tone ?? TONE_OF[children] ?? 'plain'];
  return <span className={`inline-block rounded px-1.5 py-0.5 text-xs font-medium ${look}`}>{children}</span>;
}

/** Says that something failed, in the words of the API. */
export function Alert({ children, tone = 'bad' }: { children: ReactNode; tone?: keyof typeof TONES }) {
  return (
    <div role="alert" className={`rounded-md px-3 py-2 ${TONES[tone]}`}>
      {children}
    </div>
  );
}
