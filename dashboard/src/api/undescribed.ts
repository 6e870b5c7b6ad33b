import { load, change, type PathWith } from './client';

/** Reads a route that the API description leaves out, since few installations have it: the test clock. */
export async function loadUndescribed<Body>(path: string, signal: AbortSignal): Promise<Body> {
  const { body } = await load(path as PathWith<'get'>, { signal });
  return body as Body;
}

/** Sends a change to such a route. */
export async function changeUndescribed<Body>(path: string, body: unknown): Promise<Body> {
  const answer: unknown = await change('put', path as PathWith<'put'>, { body });
  return answer as Body;
}
