import { createRouter } from '@tanstack/react-router';
import { creditNoteRoutes } from '../pages/credit-notes/routes';
import { customerRoutes } from '../pages/customers/routes';
import { homeRoutes } from '../pages/home/routes';
import { invoiceRoutes } from '../pages/invoices/routes';
import { paymentRoutes } from '../pages/payments/routes';
import { subscriptionRoutes } from '../pages/subscriptions/routes';
import { usageRoutes } from '../pages/usage/routes';
import { walletRoutes } from '../pages/wallets/routes';
import { webhookRoutes } from '../pages/webhooks/routes';
import { rootRoute } from './root-route';

const routeTree = rootRoute.addChildren([
  ...homeRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...usageRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...creditNoteRoutes,
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
