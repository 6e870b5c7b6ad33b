import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const walletRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wallets/$id',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./wallet-page'), 'WalletPage'),
});

export const walletRoutes = [walletRoute] as const;
