/** How long Execute reads a stream before it shows the events, in ms. */
const READ_MS = 3000;

/**
 * Request interceptor of Swagger UI, which shows a response when it has ended: a stream of server-sent events is read for
 * three seconds and then closed.
 *
 * @param {Record<string, any>} request
 */
export function readStreamsBriefly(request) {
  if (new Headers(request.headers).get('Accept') === 'text/event-stream') request.userFetch = fetchBriefly;
  return request;
}

/** @param {string} url @param {RequestInit} request */
async function fetchBriefly(url, request) {
  const response = await fetch(url, request);
  if (!response.ok || response.body === null) return response;
  const reader = response.body.getReader();
  setTimeout(() => void reader.cancel(), READ_MS);
  const chunks = [];
  for (let part = await reader.read(); part.value !== undefined; part = await reader.read())
    chunks.push(part.value);
  return new Response(new Blob(chunks), response);
}
