import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const taxesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/taxes',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./taxes-page'), 'TaxesPage'),
});

export const taxRoutes = [taxesRoute] as const;
