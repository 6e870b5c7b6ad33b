import { CommandError } from '../failure.js';

/** A message of an inbox: a webhook as a receiver would have got it. */
export interface InboxMessage {
  id: string;
  received_at: string;
  headers: Record<string, string>;
  body: string;
}

/** @throws CommandError if the data is not a message */
export function messageOf(data: string): InboxMessage {
  const message = parse(data);
  if (message !== null && typeof message.id === 'string' && typeof message.body === 'string') return message;
  throw new CommandError('The stream of the inbox sent data that is not a message. Update this program.');
}

function parse(data: string): InboxMessage | null {
  try {
    return JSON.parse(data) as InboxMessage | null;
  } catch {
    return null;
  }
}
