import type { ReactNode } from 'react';
import { cx } from './cx';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-raised text-muted',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-link',
};

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 text-xs font-medium',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

const GOOD =
  'active paid succeeded processed completed agrees accepted sent delivered granted connected won'.split(' ');
const WARN =
  'draft pending processing received held running queued deferred unknown unavailable under_review'.split(
    ' ',
  );
const BAD = 'failed overdue voided revoked rejected bounced terminated disabled needs_response lost'.split(
  ' ',
);

function toneOf(status: string): Tone {
  if (GOOD.includes(status)) return 'good';
  if (WARN.includes(status)) return 'warn';
  if (BAD.includes(status)) return 'bad';
  return ['finalized', 'open', 'created'].includes(status) ? 'accent' : 'neutral';
}

/** A status of the API, in its own word. */
export function Status({ of }: { of: string }) {
  return <Badge tone={toneOf(of)}>{of.replaceAll('_', ' ')}</Badge>;
}
