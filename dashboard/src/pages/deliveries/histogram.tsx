import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRecord } from '../../api/hooks';
import { formatDate } from '../../lib/dates';
import { Card } from '../../ui';
import { Histogram } from '../../ui/histogram';

const DAY_MS = 86_400_000;

/** Deliveries of the last days; a day filters the list below. */
export function DeliveryHistogram() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data } = useRecord('/v1/analytics/deliveries', { query: { webhook_endpoint_id: search.endpoint } });
  if (data === undefined || data.body.length === 0) return null;
  const select = (day: string | undefined) => {
    const range =
      day === undefined
        ? { from: undefined, to: undefined }
        : { from: `${day}T00:00:00.000Z`, to: new Date(Date.parse(day) + DAY_MS).toISOString() };
    void navigate({ to: '.', search: { ...search, page: undefined, ...range } });
  };
  return (
    <Card>
      <Histogram
        label="Deliveries by day (UTC)"
        selected={search.from?.slice(0, 10)}
        onSelect={select}
        bars={data.body.map(({ date, succeeded, failed }) => ({
          key: date,
          label: formatDate(date),
          parts: [
            { count: failed, name: 'failed', tone: 'bad' },
            { count: succeeded, name: 'succeeded', tone: 'good' },
          ],
        }))}
      />
    </Card>
  );
}
