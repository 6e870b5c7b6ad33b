import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const metricsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/metrics',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./metrics-page'), 'MetricsPage'),
});

export const metricRoutes = [metricsRoute] as const;
