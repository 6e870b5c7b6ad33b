import type { EventType } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useOnce } from '../../api/hooks';

/** Returns the kinds of events that the service knows; empty until they are loaded. */
export function useEventTypes(): readonly EventType[] {
  return useOnce(['event types'], (signal) => billing.eventTypes.list({ signal })).data ?? [];
}
