/** The pages that the navigation shows, by group. */
export const NAVIGATION = [
  { title: null, pages: [{ to: '/', label: 'Home' }] },
  {
    title: 'Billing',
    pages: [
      { to: '/customers', label: 'Customers' },
      { to: '/invoices', label: 'Invoices' },
    ],
  },
] as const;
