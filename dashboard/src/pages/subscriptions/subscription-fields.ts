import type { Plan } from '@billing-service/sdk';
import type { Field } from '../../ui/form/fields';
import { formatMoney } from '../../ui/money';

/** Returns a plan as a choice of a select. */
export function planOption({ id, name, amount_cents: cents, currency, interval }: Plan): [string, string] {
  return [id, `${name} (${formatMoney(cents, currency)} ${interval})`];
}

function endFields(timeZone: string): readonly Field[] {
  return [
    {
      name: 'ending_at',
      label: 'Ends',
      kind: 'instant',
      timeZone,
      help: 'The subscription is terminated at this time.',
    },
    {
      name: 'on_termination_action',
      label: 'When it is terminated',
      kind: 'select',
      initial: 'generate_invoice',
      options: [
        ['generate_invoice', 'Bill the price and the usage until then'],
        ['skip', 'Bill nothing more'],
      ],
    },
  ];
}

const NAME: Field = { name: 'name', label: 'Name', placeholder: 'Production' };

const CUSTOMER: Field = {
  name: 'external_customer_id',
  label: 'External ID of the customer',
  required: true,
  placeholder: 'cust_1042',
};

const BILLING_TIME: Field = {
  name: 'billing_time',
  label: 'Billing periods',
  kind: 'select',
  initial: 'calendar',
  options: [
    ['calendar', 'Begin with the calendar, such as on the first of the month'],
    ['anniversary', 'Begin on the day of the subscription'],
  ],
};

/** Returns the form of a new subscription; it asks for the customer unless that is known. */
export function newSubscriptionFields(
  plans: readonly Plan[],
  timeZone: string,
  isCustomerKnown: boolean,
): readonly Field[] {
  return [
    ...(isCustomerKnown ? [] : [CUSTOMER]),
    {
      name: 'plan_id',
      label: 'Plan',
      kind: 'select',
      required: true,
      options: [['', plans.length === 0 ? 'Create a plan first' : 'Choose a plan'], ...plans.map(planOption)],
    },
    {
      name: 'external_id',
      label: 'External ID',
      required: true,
      placeholder: 'sub_1042',
      help: 'Your application reports usage for this ID. It can never be used again.',
    },
    NAME,
    BILLING_TIME,
    {
      name: 'subscription_at',
      label: 'Starts',
      kind: 'instant',
      timeZone,
      help: 'By default, now. A time in the past does not bill the billing periods before this one.',
    },
    ...endFields(timeZone),
  ];
}

/** Returns the form that edits an open subscription. Its plan is changed with a preview instead. */
export function editSubscriptionFields(timeZone: string): readonly Field[] {
  return [NAME, ...endFields(timeZone)];
}
