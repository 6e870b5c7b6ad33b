import { ApiError } from '@billing-service/sdk';
import { request } from '../../api/client';

/** The test clock. It is part of the API only where it is enabled, so the SDK does not have it. */
export interface TestClock {
  now: string;
  /** The running move. */
  move?: { from: string; to: string };
}

export interface CausedEvent {
  id: string;
  webhook_type: string;
  object_type: string;
  object_id: string;
  created_at: string;
}

export interface Moved {
  now: string;
  events: CausedEvent[];
  /** Records whose due work fails and is retried later. */
  passed_over: {
    object_type: string;
    object_id: string;
    code: string;
    message: string;
    next_retry_at: string;
  }[];
  stopped?: true;
}

export function getTestClock(): Promise<TestClock> {
  return send<TestClock>('GET', '/v1/test_clock');
}

export function moveTestClock(now: string): Promise<Moved> {
  return send<Moved>('PUT', '/v1/test_clock', { now });
}

/** Stops the running move where it is. */
export async function stopTestClock(): Promise<void> {
  await send('DELETE', '/v1/test_clock/move');
}

async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await request(method, path, body);
  const json: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError(response.status, response.headers, json);
  return json as T;
}
