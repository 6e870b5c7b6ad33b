import { Card } from '../../ui/layout';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { countsOf } from './steps';
import type { Moved } from './test-clock';

/** Events that the page lists one by one. A move of months causes thousands. */
const MAX_LISTED = 50;

/** What a move has caused in this organization. */
export function MoveResult({ moved }: { moved: Moved }) {
  const { events, passed_over: passedOver } = moved;
  return (
    <Card title={moved.stopped === true ? 'The move was stopped' : 'The last move'}>
      <p role="status">
        {events.length === 0
          ? 'It caused no events in this organization.'
          : `It caused ${events.length.toLocaleString()} events in this organization.`}
      </p>
      <ul className="my-3 flex flex-wrap gap-x-4 gap-y-1">
        {countsOf(events).map(([kind, count]) => (
          <li key={kind}>
            {count.toLocaleString()} × <code>{kind}</code>
          </li>
        ))}
      </ul>
      {passedOver.length > 0 && (
        <>
          <p className="mb-2 font-medium text-bad">Work that failed and is retried later</p>
          <ul className="mb-3 flex flex-col gap-1">
            {passedOver.map((it) => (
              <li key={`${it.object_type} ${it.object_id}`}>
                {it.object_type} <code>{it.object_id}</code>: {it.message}{' '}
                <span className="text-muted">
                  Retried <Time at={it.next_retry_at} />.
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {events.length > 0 && (
        <Table
          label={events.length > MAX_LISTED ? `The first ${MAX_LISTED} events` : 'Events of the move'}
          rows={events.slice(0, MAX_LISTED)}
          keyOf={(it) => it.id}
          columns={[
            { title: 'Event', cell: (it) => <code>{it.webhook_type}</code> },
            { title: 'Of', cell: (it) => <code>{it.object_id}</code>, minor: true },
            { title: 'At', cell: (it) => <Time at={it.created_at} precision="second" /> },
          ]}
        />
      )}
    </Card>
  );
}
