import { createRouter } from '@tanstack/react-router';
import { couponRoutes } from '../pages/coupons/routes';
import { creditNoteRoutes } from '../pages/credit-notes/routes';
import { customerRoutes } from '../pages/customers/routes';
import { homeRoutes } from '../pages/home/routes';
import { invoiceRoutes } from '../pages/invoices/routes';
import { metricRoutes } from '../pages/metrics/routes';
import { paymentRoutes } from '../pages/payments/routes';
import { planRoutes } from '../pages/plans/routes';
import { subscriptionRoutes } from '../pages/subscriptions/routes';
import { taxRoutes } from '../pages/taxes/routes';
import { usageRoutes } from '../pages/usage/routes';
import { walletRoutes } from '../pages/wallets/routes';
import { webhookRoutes } from '../pages/webhooks/routes';
import { rootRoute } from './root-route';

const routeTree = rootRoute.addChildren([
  ...couponRoutes,
  ...creditNoteRoutes,
  ...customerRoutes,
  ...homeRoutes,
  ...invoiceRoutes,
  ...metricRoutes,
  ...paymentRoutes,
  ...planRoutes,
  ...subscriptionRoutes,
  ...taxRoutes,
  ...usageRoutes,
  ...walletRoutes,
  ...webhookRoutes,
]);

export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  // Registers the routes, so that the compiler checks every link.
  interface Register {
    router: typeof router;
  }
}
