import type { Field } from '../../ui/form/fields';
import { groupsOf } from './event-groups';

/** Returns the fields of an endpoint, which selects among these kinds of events. */
export function endpointFields(kinds: readonly string[]): readonly Field[] {
  return [
    {
      name: 'url',
      label: 'URL',
      kind: 'url',
      required: true,
      placeholder: 'https://example.com/webhooks',
      help: 'Enter inbox to store the webhooks here, without a receiver.',
    },
    { name: 'description', label: 'Description', placeholder: 'Accounting' },
    {
      name: 'status',
      label: 'Status',
      kind: 'select',
      initial: 'active',
      options: [
        ['active', 'Active'],
        ['inactive', 'Inactive: gets no new deliveries, and pending ones wait'],
      ],
    },
    {
      name: 'event_types',
      label: 'Events',
      kind: 'checkboxes',
      help: 'Choose nothing to receive every event, also of kinds that come later.',
      groups: groupsOf(kinds),
    },
  ];
}
