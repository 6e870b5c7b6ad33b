import { cx } from './cx';

export interface HistogramPart {
  count: number;
  name: string;
  tone: 'accent' | 'good' | 'bad';
}

export interface HistogramBar {
  key: string;
  label: string;
  parts: readonly HistogramPart[];
}

interface HistogramProps {
  label: string;
  bars: readonly HistogramBar[];
  selected?: string | undefined;
  onSelect: (key: string | undefined) => void;
}

const FILLS = { accent: 'bg-accent', good: 'bg-good-fill', bad: 'bg-bad-fill' } as const;

const totalOf = ({ parts }: HistogramBar): number => parts.reduce((sum, it) => sum + it.count, 0);

/** Counts by day as bars. A bar is a button that filters what is below; pressed again, it shows everything. */
export function Histogram({ label, bars, selected, onSelect }: HistogramProps) {
  const most = Math.max(1, ...bars.map(totalOf));
  return (
    <div role="group" aria-label={label} className="flex h-24 items-end gap-0.5">
      {bars.map((bar) => {
        const isSelected = bar.key === selected;
        const words = bar.parts.map((it) => `${it.count} ${it.name}`).join(', ');
        return (
          <button
            key={bar.key}
            type="button"
            aria-pressed={isSelected}
            aria-label={`${bar.label}: ${words}`}
            title={`${bar.label}: ${words}`}
            onClick={() => onSelect(isSelected ? undefined : bar.key)}
            className={cx(
              'flex h-full min-w-1 flex-1 flex-col justify-end rounded-sm border-b border-line-strong hover:bg-raised',
              isSelected && 'bg-accent-soft',
            )}
          >
            {bar.parts.map((it) => (
              <span
                key={it.name}
                className={cx('w-full', FILLS[it.tone])}
                style={{ height: `${(100 * it.count) / most}%` }}
              />
            ))}
          </button>
        );
      })}
    </div>
  );
}
