import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./usage-page'), 'UsagePage'),
});

export const usageRoutes = [usageRoute] as const;
