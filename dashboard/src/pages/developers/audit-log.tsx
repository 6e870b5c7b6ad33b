import { useSearch } from '@tanstack/react-router';
import { Card, Code, Empty, ListView, Time } from '../../ui';
import { ObjectLink } from '../shared/event-link';

/** Who changed what. */
export function AuditLog() {
  const { object } = useSearch({ strict: false });
  return (
    <Card title="Audit log" padded={false}>
      <ListView
        label="Audit log"
        path="/v1/audit_log"
        query={{ object_id: object }}
        cursor="audit"
        empty={<Empty title="No entries yet">Every change is recorded here with its author.</Empty>}
        columns={[
          { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
          {
            title: 'Who',
            cell: (it) => it.api_key_prefix ?? it.job ?? it.actor_type.replaceAll('_', ' '),
          },
          { title: 'Operation', cell: (it) => <Code>{it.operation}</Code> },
          { title: 'Object', cell: (it) => <ObjectLink type={it.object_type} id={it.object_id} /> },
          { title: 'Fields', cell: (it) => it.changed_fields.join(', ') || '–', isMinor: true },
          { title: 'From', cell: (it) => it.ip_address ?? '–', isMinor: true },
        ]}
      />
    </Card>
  );
}
