import {
  BellRing,
  Boxes,
  Code2,
  Gauge,
  Home,
  Landmark,
  ListChecks,
  Mail,
  Percent,
  Radio,
  ReceiptText,
  Repeat,
  Settings,
  ShieldAlert,
  Ticket,
  Users,
  Webhook,
  Zap,
  type LucideIcon,
} from 'lucide-react';

export interface Place {
  to: string;
  title: string;
  icon: LucideIcon;
  /** Without it, the page has nothing to show. */
  scope?: string;
}

/** The places of the navigation, in groups: the day's work, the catalogue, the machinery. */
export const PLACES: readonly (readonly Place[])[] = [
  [
    { to: '/', title: 'Home', icon: Home },
    { to: '/quick-start', title: 'Quick start', icon: ListChecks },
  ],
  [
    { to: '/customers', title: 'Customers', icon: Users, scope: 'customers:read' },
    { to: '/subscriptions', title: 'Subscriptions', icon: Repeat, scope: 'subscriptions:read' },
    { to: '/invoices', title: 'Invoices', icon: ReceiptText, scope: 'invoices:read' },
    { to: '/review', title: 'Needs review', icon: ShieldAlert, scope: 'payments:read' },
    { to: '/emails', title: 'E-mails', icon: Mail, scope: 'emails:read' },
    { to: '/usage', title: 'Usage events', icon: Zap, scope: 'events:read' },
  ],
  [
    { to: '/plans', title: 'Plans', icon: Boxes, scope: 'plans:read' },
    { to: '/metrics', title: 'Metrics', icon: Gauge, scope: 'billable_metrics:read' },
    { to: '/coupons', title: 'Coupons', icon: Ticket, scope: 'coupons:read' },
    { to: '/taxes', title: 'Taxes', icon: Percent, scope: 'taxes:read' },
    { to: '/dunning', title: 'Dunning', icon: BellRing, scope: 'dunning:read' },
  ],
  [
    { to: '/deliveries', title: 'Deliveries', icon: Radio, scope: 'webhooks:read' },
    { to: '/endpoints', title: 'Endpoints', icon: Webhook, scope: 'webhooks:read' },
    {
      to: '/payment-providers',
      title: 'Payment providers',
      icon: Landmark,
      scope: 'payment_providers:read',
    },
    { to: '/developers', title: 'Developers', icon: Code2 },
    { to: '/settings', title: 'Settings', icon: Settings, scope: 'organization:read' },
  ],
];
