import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const plansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./plans-page'), 'PlansPage'),
});

export const planRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$id',
  validateSearch: listSearch, // names the migration that the page shows
  component: lazyRouteComponent(() => import('./plan-page'), 'PlanPage'),
});

export const planRoutes = [plansRoute, planRoute] as const;
