import { createRootRoute } from '@tanstack/react-router';
import { loadSession } from '../api/session';
import { Failure, NotFound, Shell } from './shell';

/** The parent of every page. */
export const rootRoute = createRootRoute({
  beforeLoad: async () => {
    await loadSession();
  },
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Failure message={error instanceof Error ? error.message : String(error)} />,
});
