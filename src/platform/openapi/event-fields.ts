import { EVENT_KINDS, EVENT_OBJECT_TYPES } from '../outbox/event-catalogue';

/** Documents an event kind. The lists are not copied, because they grow until all modules are loaded. */
export const EVENT_KIND = {
  enum: EVENT_KINDS as string[],
  enumName: 'EventKind',
  example: 'customer.created',
};

/** Documents the type of the object of an event. */
export const EVENT_OBJECT_TYPE = {
  enum: EVENT_OBJECT_TYPES as string[],
  enumName: 'EventObjectType',
  example: 'customer',
};
