import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from './api/session';
import { NotFound, PageError, Starting } from './app/fallbacks';
import { Shell } from './app/shell';

interface Context {
  queryClient: QueryClient;
}

/** What pages keep in the address: the tab, filters, cursors. All of it is text. */
export type PageSearch = Partial<Record<string, string>>;

const parseSearch = (text: string): PageSearch => Object.fromEntries(new URLSearchParams(text));

function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter((it): it is [string, string] => typeof it[1] === 'string');
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: PageSearch): PageSearch => search,
  component: lazyRouteComponent(() => import('./pages/sign-in'), 'SignInPage'),
});

/** All pages behind the sign-in, with what a page of the dashboard may have in its address. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: (search: PageSearch): PageSearch => search,
  component: Shell,
  pendingComponent: Starting,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router takes a redirect as an exception.
    if (session === null) throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home'), 'HomePage'),
});
const quickStart = createRoute({
  getParentRoute: () => signedIn,
  path: '/quick-start',
  component: lazyRouteComponent(() => import('./pages/quick-start'), 'QuickStartPage'),
});
const customers = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers',
  component: lazyRouteComponent(() => import('./pages/customers/list'), 'CustomersPage'),
});
const customer = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('./pages/customers/customer'), 'CustomerPage'),
});
const invoices = createRoute({
  getParentRoute: () => signedIn,
  path: '/invoices',
  component: lazyRouteComponent(() => import('./pages/invoices/list'), 'InvoicesPage'),
});
const invoice = createRoute({
  getParentRoute: () => signedIn,
  path: '/invoices/$id',
  component: lazyRouteComponent(() => import('./pages/invoices/invoice'), 'InvoicePage'),
});
const review = createRoute({
  getParentRoute: () => signedIn,
  path: '/review',
  component: lazyRouteComponent(() => import('./pages/review/review'), 'ReviewPage'),
});
const paymentProviders = createRoute({
  getParentRoute: () => signedIn,
  path: '/payment-providers',
  component: lazyRouteComponent(
    () => import('./pages/payment-providers/payment-providers'),
    'PaymentProvidersPage',
  ),
});
const emails = createRoute({
  getParentRoute: () => signedIn,
  path: '/emails',
  component: lazyRouteComponent(() => import('./pages/emails/list'), 'EmailsPage'),
});
const subscriptions = createRoute({
  getParentRoute: () => signedIn,
  path: '/subscriptions',
  component: lazyRouteComponent(() => import('./pages/subscriptions/list'), 'SubscriptionsPage'),
});
const subscription = createRoute({
  getParentRoute: () => signedIn,
  path: '/subscriptions/$id',
  component: lazyRouteComponent(() => import('./pages/subscriptions/subscription'), 'SubscriptionPage'),
});
const plans = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans',
  component: lazyRouteComponent(() => import('./pages/plans/list'), 'PlansPage'),
});
const newPlan = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans/new',
  component: lazyRouteComponent(() => import('./pages/plans/edit'), 'NewPlanPage'),
});
const plan = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans/$id',
  component: lazyRouteComponent(() => import('./pages/plans/plan'), 'PlanPage'),
});
const editPlan = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans/$id/edit',
  component: lazyRouteComponent(() => import('./pages/plans/edit'), 'EditPlanPage'),
});
const metrics = createRoute({
  getParentRoute: () => signedIn,
  path: '/metrics',
  component: lazyRouteComponent(() => import('./pages/catalogue/metrics'), 'MetricsPage'),
});
const taxes = createRoute({
  getParentRoute: () => signedIn,
  path: '/taxes',
  component: lazyRouteComponent(() => import('./pages/catalogue/taxes'), 'TaxesPage'),
});
const coupons = createRoute({
  getParentRoute: () => signedIn,
  path: '/coupons',
  component: lazyRouteComponent(() => import('./pages/catalogue/coupons'), 'CouponsPage'),
});
const dunning = createRoute({
  getParentRoute: () => signedIn,
  path: '/dunning',
  component: lazyRouteComponent(() => import('./pages/catalogue/dunning'), 'DunningPage'),
});
const usage = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/usage/usage'), 'UsagePage'),
});
const deliveries = createRoute({
  getParentRoute: () => signedIn,
  path: '/deliveries',
  component: lazyRouteComponent(() => import('./pages/deliveries/list'), 'DeliveriesPage'),
});
const delivery = createRoute({
  getParentRoute: () => signedIn,
  path: '/deliveries/$id',
  component: lazyRouteComponent(() => import('./pages/deliveries/delivery'), 'DeliveryPage'),
});
const endpoints = createRoute({
  getParentRoute: () => signedIn,
  path: '/endpoints',
  component: lazyRouteComponent(() => import('./pages/endpoints/list'), 'EndpointsPage'),
});
const endpoint = createRoute({
  getParentRoute: () => signedIn,
  path: '/endpoints/$id',
  component: lazyRouteComponent(() => import('./pages/endpoints/endpoint'), 'EndpointPage'),
});
const developers = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers',
  component: lazyRouteComponent(() => import('./pages/developers/developers'), 'DevelopersPage'),
});
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings'), 'SettingsPage'),
});

const pages = signedIn.addChildren([
  home,
  quickStart,
  customers,
  customer,
  invoices,
  invoice,
  review,
  paymentProviders,
  emails,
  subscriptions,
  subscription,
  plans,
  newPlan,
  plan,
  editPlan,
  metrics,
  taxes,
  coupons,
  dunning,
  usage,
  deliveries,
  delivery,
  endpoints,
  endpoint,
  developers,
  settings,
]);
const routeTree = root.addChildren([signIn, pages]);

/** Returns the router of the dashboard, below `/dashboard`. Every page is a file of its own, loaded when it is opened. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
