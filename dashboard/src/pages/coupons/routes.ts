import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const couponsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coupons',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./coupons-page'), 'CouponsPage'),
});

export const couponRoutes = [couponsRoute] as const;
