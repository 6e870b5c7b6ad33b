import { ApiError } from '@billing-service/sdk';
import { QueryCache, QueryClient, MutationCache } from '@tanstack/react-query';
import { isSignedIn, sessionEnded } from './session';

const POLL_MS = 2000;
/** Polling stops after this time without input, so that the session of an abandoned page can end. */
const ATTENTION_MS = 10 * 60_000;

let lastInput = Date.now();
for (const name of ['pointermove', 'pointerdown', 'keydown', 'focus', 'touchstart']) {
  addEventListener(name, () => (lastInput = Date.now()), { passive: true, capture: true });
}

function onError(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) sessionEnded();
}

/** Returns when a query is repeated, in milliseconds; false while nobody is looking. */
export function pollInterval(): number | false {
  return isSignedIn() && Date.now() - lastInput < ATTENTION_MS ? POLL_MS : false;
}

/** Every query of a visible page is repeated every two seconds. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      refetchInterval: pollInterval,
      retry: false, // the SDK retries; the next poll comes soon
      staleTime: 1000,
    },
  },
});
