import { useRecord } from '../../api/hooks';
import type { FieldSpec } from '../../forms/fields';

/** The fields of a webhook endpoint, with all kinds of event. */
export function useEndpointFields(): readonly FieldSpec[] {
  const kinds = useRecord('/v1/event_types', { every: false });
  const groups = [...new Set(kinds.data?.body.map((it) => `${it.webhook_type.split('.')[0] ?? ''}.*`) ?? [])];
  const names = [...groups, ...(kinds.data?.body.map((it) => it.webhook_type) ?? [])];
  return [
    {
      kind: 'text',
      name: 'url',
      label: 'Address',
      required: true,
      hint: 'An https address of yours, or "inbox": then the service keeps what arrives and shows it.',
    },
    { kind: 'text', name: 'description', label: 'Description', nullable: true },
    {
      kind: 'choices',
      name: 'event_types',
      label: 'Events, all if none is chosen',
      options: names.map((value) => ({ value, label: value })),
    },
    {
      kind: 'select',
      name: 'status',
      label: 'Status',
      required: true,
      options: ['active', 'inactive'].map((value) => ({ value, label: value })),
    },
  ];
}
