import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const creditNotesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credit-notes',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./credit-notes-page'), 'CreditNotesPage'),
});

export const creditNoteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credit-notes/$id',
  component: lazyRouteComponent(() => import('./credit-note-page'), 'CreditNotePage'),
});

export const creditNoteRoutes = [creditNotesRoute, creditNoteRoute] as const;
