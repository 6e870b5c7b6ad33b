import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const customersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./customers-page'), 'CustomersPage'),
});

export const customerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('./customer-page'), 'CustomerPage'),
});

export const customerRoutes = [customersRoute, customerRoute] as const;
