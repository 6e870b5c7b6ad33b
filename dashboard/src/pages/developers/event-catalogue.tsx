import { useState } from 'react';
import { useRecord } from '../../api/hooks';
import { Card, Json, Loading } from '../../ui';

/** Every kind of event, with the schema of its body. */
export function EventCatalogue() {
  const [open, setOpen] = useState<string | null>(null);
  const { data } = useRecord('/v1/event_types', { every: false });
  if (data === undefined) return <Loading />;
  return (
    <Card title="Event catalogue" padded={false}>
      <ul>
        {data.body.map(({ webhook_type: kind, description, schema }) => (
          <li key={kind} className="border-b border-line last:border-0">
            <button
              type="button"
              aria-expanded={open === kind}
              onClick={() => setOpen(open === kind ? null : kind)}
              className="block w-full px-4 py-2.5 text-left hover:bg-raised focus-visible:-outline-offset-2"
            >
              <span className="block font-mono text-[13px] font-medium">{kind}</span>
              <span className="text-muted">{description}</span>
            </button>
            {open === kind && (
              <div className="px-4 pb-4">
                <Json value={schema} label={`schema of ${kind}`} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
