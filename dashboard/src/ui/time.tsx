import { useEffect, useState } from 'react';
import { formatAge, formatCountdown, formatDate, formatTime } from '../lib/dates';

/** The current time, once a second or as often as it is needed. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** An instant; `isAge` shows how long ago it was. */
export function Time({ at, isAge = false }: { at: string; isAge?: boolean }) {
  const now = useNow(isAge ? 10_000 : 3_600_000);
  const full = formatTime(at);
  return (
    <time dateTime={at} title={full} className="num whitespace-nowrap">
      {isAge ? formatAge(at, now) : full}
    </time>
  );
}

/** A calendar date. */
export function Day({ of }: { of: string }) {
  return (
    <time dateTime={of} className="num whitespace-nowrap">
      {formatDate(of)}
    </time>
  );
}

/** The time that is left until an instant. */
export function Countdown({ until }: { until: string }) {
  const now = useNow();
  return (
    <time dateTime={until} className="num">
      {formatCountdown(until, now)}
    </time>
  );
}
