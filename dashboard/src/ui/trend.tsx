interface Props {
  values: readonly number[];
  /** Says in words what the line shows. */
  label: string;
}

const WIDTH = 100;
const HEIGHT = 24;

/** A line of values, from the oldest to the newest, on a scale that begins at zero. */
export function Trend({ values, label }: Props) {
  const highest = Math.max(...values, 1);
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map((it, index) => `${index * step},${HEIGHT - 1 - (it / highest) * (HEIGHT - 2)}`);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-1 h-10 w-full"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent"
      />
    </svg>
  );
}
