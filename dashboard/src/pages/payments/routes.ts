import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const paymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./payments-page'), 'PaymentsPage'),
});

export const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments/$id',
  component: lazyRouteComponent(() => import('./payment-page'), 'PaymentPage'),
});

export const paymentRoutes = [paymentsRoute, paymentRoute] as const;
