import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';

export const testClockRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/test-clock',
    component: lazyRouteComponent(() => import('./test-clock-page'), 'TestClockPage'),
  }),
] as const;
