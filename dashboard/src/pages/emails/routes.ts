import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const emailsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/emails',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./emails-page'), 'EmailsPage'),
});

export const emailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/emails/$id',
  component: lazyRouteComponent(() => import('./email-page'), 'EmailPage'),
});

export const emailRoutes = [emailsRoute, emailRoute] as const;
