import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const campaignsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dunning',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./campaigns-page'), 'CampaignsPage'),
});

export const paymentRequestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dunning/requests',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./payment-requests-page'), 'PaymentRequestsPage'),
});

export const paymentRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dunning/requests/$id',
  component: lazyRouteComponent(() => import('./payment-request-page'), 'PaymentRequestPage'),
});

export const dunningRoutes = [campaignsRoute, paymentRequestsRoute, paymentRequestRoute] as const;
