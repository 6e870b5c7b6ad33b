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
  {
    title: 'Developers',
    pages: [
      { to: '/keys', label: 'API keys' },
      { to: '/event-types', label: 'Event types' },
      { to: '/payment-providers', label: 'Payment providers' },
      { to: '/test-clock', label: 'Test clock' },
    ],
  },
  {
    title: 'Organization',
    pages: [
      { to: '/settings', label: 'Settings' },
      { to: '/dunning', label: 'Dunning' },
      { to: '/emails', label: 'E-mails' },
    ],
  },
] as const;
