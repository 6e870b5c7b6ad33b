import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const paymentProvidersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-providers',
  component: lazyRouteComponent(() => import('./payment-providers-page'), 'PaymentProvidersPage'),
});

export const paymentProviderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-providers/$provider',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./payment-provider-page'), 'PaymentProviderPage'),
});

export const paymentProviderRoutes = [paymentProvidersRoute, paymentProviderRoute] as const;
