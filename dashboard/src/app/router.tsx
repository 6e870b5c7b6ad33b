import { createRouter } from '@tanstack/react-router';
import { customerRoutes } from '../pages/customers/routes';
import { homeRoutes } from '../pages/home/routes';
import { invoiceRoutes } from '../pages/invoices/routes';
import { rootRoute } from './root-route';

const routeTree = rootRoute.addChildren([...homeRoutes, ...customerRoutes, ...invoiceRoutes]);

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
