import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const subscriptionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscriptions',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./subscriptions-page'), 'SubscriptionsPage'),
});

export const subscriptionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscriptions/$id',
  component: lazyRouteComponent(() => import('./subscription-page'), 'SubscriptionPage'),
});

export const subscriptionRoutes = [subscriptionsRoute, subscriptionRoute] as const;
