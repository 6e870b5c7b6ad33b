import { Check, Copy as CopyIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cx } from './cx';

/** An identifier or a code. */
export function Code({ children }: { children: ReactNode }) {
  return <code className="rounded bg-raised px-1 py-0.5 font-mono text-[12.5px] break-all">{children}</code>;
}

/** Copies a text; `label` says what. */
export function Copy({ text, label, children }: { text: string; label: string; children?: ReactNode }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    });
  const Icon = isCopied ? Check : CopyIcon;
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={children === undefined ? label : undefined}
      title={label}
      className="inline-flex items-center gap-1 rounded px-1.5 py-1 text-xs text-muted hover:bg-raised hover:text-ink"
    >
      <Icon size={13} aria-hidden />
      {children}
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}

/** A body in JSON, which can be copied. */
export function Json({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <div className="relative">
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        className="max-h-96 overflow-auto rounded-lg border border-line bg-canvas p-3 font-mono text-xs leading-relaxed"
      >
        {text}
      </pre>
      <div className="absolute top-1.5 right-1.5 rounded bg-surface">
        <Copy text={text} label={`Copy ${label}`} />
      </div>
    </div>
  );
}

interface BarProps {
  /** Between 0 and 1; more is shown as full. */
  share: number;
  label: string;
  tone?: 'accent' | 'good' | 'warn' | 'bad';
}

const FILLS = {
  accent: 'bg-accent',
  good: 'bg-good-fill',
  warn: 'bg-warn-fill',
  bad: 'bg-bad-fill',
} as const;

/** A bar with what it stands for in words. */
export function Bar({ share, label, tone = 'accent' }: BarProps) {
  const percent = Math.max(0, Math.min(100, share * 100));
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="h-2 w-full overflow-hidden rounded-full bg-raised"
    >
      <div className={cx('h-full rounded-full', FILLS[tone])} style={{ width: `${percent}%` }} />
    </div>
  );
}
