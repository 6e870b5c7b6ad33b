import type Stripe from 'stripe';
import { newId } from '../core/ids';

/** Objects of Stripe with all their fields. The SDK's types, which are compiled away, watch that none is missing. */

const NOTHING_OF_A_SESSION = {
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_collection: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;

type OfSession = Omit<Stripe.Checkout.Session, 'id' | 'object' | keyof typeof NOTHING_OF_A_SESSION>;
export const newSession = (fields: OfSession): Stripe.Checkout.Session => ({
  id: newId('cs_test_', 58),
  object: 'checkout.session',
  ...NOTHING_OF_A_SESSION,
  ...fields,
});

const NOTHING_OF_AN_INTENT = {
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
} satisfies Partial<Stripe.PaymentIntent>;

type OfIntent = Omit<
  Stripe.PaymentIntent,
  'id' | 'object' | 'client_secret' | keyof typeof NOTHING_OF_AN_INTENT
>;
export function newIntent(fields: OfIntent): Stripe.PaymentIntent {
  const id = newId('pi_');
  const secret = newId(`${id}_secret_`);
  return { id, object: 'payment_intent', client_secret: secret, ...NOTHING_OF_AN_INTENT, ...fields };
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
const BILLING_DETAILS = { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null };

const NOTHING_OF_A_CHARGE = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: BILLING_DETAILS,
  calculated_statement_descriptor: null,
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: null,
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Stripe.Charge>;

type OfCharge = Omit<Stripe.Charge, 'id' | 'object' | keyof typeof NOTHING_OF_A_CHARGE>;
export const newCharge = (fields: OfCharge): Stripe.Charge => ({
  id: newId('ch_'),
  object: 'charge',
  ...NOTHING_OF_A_CHARGE,
  ...fields,
});

export const newRefund = (
  fields: Pick<
    Stripe.Refund,
    'amount' | 'charge' | 'created' | 'currency' | 'metadata' | 'payment_intent' | 'reason' | 'status'
  >,
): Stripe.Refund => ({
  id: newId('re_'),
  object: 'refund',
  balance_transaction: null,
  customer: null,
  customer_account: null,
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...fields,
});

export const newCustomer = (
  fields: Pick<Stripe.Customer, 'created' | 'description' | 'email' | 'metadata' | 'name'>,
): Stripe.Customer => ({
  id: newId('cus_', 14),
  object: 'customer',
  balance: 0,
  default_source: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  shipping: null,
  ...fields,
});

export function newMethod(created: number, customer: string | null, last4: string): Stripe.PaymentMethod {
  return {
    id: newId('pm_'),
    object: 'payment_method',
    billing_details: BILLING_DETAILS,
    card: {
      brand: 'visa',
      checks: null,
      country: 'US',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: new Date(created * 1000).getUTCFullYear() + 4,
      fingerprint: newId('', 16),
      funding: 'credit',
      generated_from: null,
      last4,
      networks: null,
      regulated_status: null,
      three_d_secure_usage: null,
      wallet: null,
    },
    created,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

const NOTHING_OF_A_SETUP = {
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  description: null,
  excluded_payment_method_types: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  single_use_mandate: null,
  usage: 'off_session',
} satisfies Partial<Stripe.SetupIntent>;

type OfSetup = Pick<Stripe.SetupIntent, 'created' | 'customer' | 'metadata' | 'payment_method' | 'status'>;
export function newSetup(fields: OfSetup): Stripe.SetupIntent {
  const id = newId('seti_');
  const secret = newId(`${id}_secret_`);
  return { id, object: 'setup_intent', client_secret: secret, ...NOTHING_OF_A_SETUP, ...fields };
}
