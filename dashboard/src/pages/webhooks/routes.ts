import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const deliveriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deliveries',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./deliveries-page'), 'DeliveriesPage'),
});

export const deliveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deliveries/$id',
  component: lazyRouteComponent(() => import('./delivery-page'), 'DeliveryPage'),
});

export const endpointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/endpoints',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./endpoints-page'), 'EndpointsPage'),
});

export const endpointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/endpoints/$id',
  component: lazyRouteComponent(() => import('./endpoint-page'), 'EndpointPage'),
});

export const webhookRoutes = [deliveriesRoute, deliveryRoute, endpointsRoute, endpointRoute] as const;
