import { createRouter } from '@tanstack/react-router';
import { couponRoutes } from '../pages/coupons/routes';
import { creditNoteRoutes } from '../pages/credit-notes/routes';
import { customerRoutes } from '../pages/customers/routes';
import { dunningRoutes } from '../pages/dunning/routes';
import { emailRoutes } from '../pages/emails/routes';
import { eventTypeRoutes } from '../pages/event-types/routes';
import { homeRoutes } from '../pages/home/routes';
import { invoiceRoutes } from '../pages/invoices/routes';
import { keyRoutes } from '../pages/keys/routes';
import { metricRoutes } from '../pages/metrics/routes';
import { paymentRoutes } from '../pages/payments/routes';
import { paymentProviderRoutes } from '../pages/payment-providers/routes';
import { planRoutes } from '../pages/plans/routes';
import { settingsRoutes } from '../pages/settings/routes';
import { subscriptionRoutes } from '../pages/subscriptions/routes';
import { taxRoutes } from '../pages/taxes/routes';
import { testClockRoutes } from '../pages/test-clock/routes';
import { usageRoutes } from '../pages/usage/routes';
import { walletRoutes } from '../pages/wallets/routes';
import { webhookRoutes } from '../pages/webhooks/routes';
import { rootRoute } from './root-route';

const routeTree = rootRoute.addChildren([
  ...couponRoutes,
  ...creditNoteRoutes,
  ...customerRoutes,
  ...dunningRoutes,
  ...emailRoutes,
  ...eventTypeRoutes,
  ...homeRoutes,
  ...invoiceRoutes,
  ...keyRoutes,
  ...metricRoutes,
  ...paymentRoutes,
  ...paymentProviderRoutes,
  ...planRoutes,
  ...settingsRoutes,
  ...subscriptionRoutes,
  ...taxRoutes,
  ...testClockRoutes,
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
