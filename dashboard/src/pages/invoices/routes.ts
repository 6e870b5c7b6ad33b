import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { listSearch } from '../../ui/list';

export const invoicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./invoices-page'), 'InvoicesPage'),
});

export const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id',
  component: lazyRouteComponent(() => import('./invoice-page'), 'InvoicePage'),
});

export const invoiceRoutes = [invoicesRoute, invoiceRoute] as const;
