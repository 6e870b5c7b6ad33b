import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';

export const eventTypeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/event-types',
    component: lazyRouteComponent(() => import('./event-types-page'), 'EventTypesPage'),
  }),
] as const;
