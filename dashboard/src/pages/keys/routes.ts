import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./keys-page'), 'KeysPage'),
});

export const keyRoutes = [keysRoute] as const;
