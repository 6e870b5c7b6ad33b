/** The pages that the navigation shows, by group. */
export const NAVIGATION = [
  { title: null, pages: [{ to: '/', label: 'Home' }] },
  {
    title: 'Billing',
    pages: [
      { to: '/customers', label: 'Customers' },
      { to: '/subscriptions', label: 'Subscriptions' },
      { to: '/usage', label: 'Usage' },
      { to: '/invoices', label: 'Invoices' },
      { to: '/payments', label: 'Payments' },
      { to: '/credit-notes', label: 'Credit notes' },
    ],
  },
  {
    title: 'Catalogue',
    pages: [
      { to: '/plans', label: 'Plans' },
      { to: '/metrics', label: 'Metrics' },
      { to: '/taxes', label: 'Taxes' },
      { to: '/coupons', label: 'Coupons' },
    ],
  },
  {
    title: 'Webhooks',
    pages: [
      { to: '/deliveries', label: 'Deliveries' },
      { to: '/endpoints', label: 'Endpoints' },
    ],
  },
] as const;
