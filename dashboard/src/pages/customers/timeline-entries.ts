import type {
  CreditNote,
  Customer,
  Email,
  Invoice,
  Payment,
  Subscription,
  Wallet,
} from '@billing-service/sdk';
import { formatMoney } from '../../ui/money';

export interface Entry {
  at: string;
  text: string;
}

interface Records {
  subscriptions: readonly Subscription[];
  invoices: readonly Invoice[];
  payments: readonly Payment[];
  creditNotes: readonly CreditNote[];
  wallets: readonly Wallet[];
  emails: readonly Email[];
}

/** Returns what the records of a customer say about its history, newest first. */
export function timelineOf(customer: Customer, records: Records): Entry[] {
  const entries = [
    entry(customer.created_at, 'Customer created'),
    ...records.subscriptions.flatMap(ofSubscription),
    ...records.invoices.flatMap(ofInvoice),
    ...records.payments.flatMap(ofPayment),
    ...records.creditNotes.flatMap(ofCreditNote),
    ...records.wallets.flatMap(ofWallet),
    ...records.emails.flatMap(ofEmail),
  ];
  return entries.flat().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** An entry, if it has happened. */
function entry(at: string | null, text: string): Entry[] {
  return at === null ? [] : [{ at, text }];
}

function ofSubscription(it: Subscription): Entry[] {
  const name = `Subscription ${it.name ?? it.external_id}`;
  return [
    ...entry(it.created_at, `${name} created`),
    ...entry(it.started_at, `${name} started`),
    ...entry(it.trial_ended_at, `Trial of ${name} ended`),
    ...entry(it.canceled_at, `${name} canceled`),
    ...entry(it.terminated_at, `${name} ended`),
  ];
}

function ofInvoice(it: Invoice): Entry[] {
  const name = it.number === null ? 'Draft invoice' : `Invoice ${it.number}`;
  const total = formatMoney(it.total_amount_cents, it.currency);
  return [
    ...entry(it.created_at, `${name} created`),
    ...entry(it.finalized_at, `${name} finalized: ${total}`),
    ...entry(it.paid_at, `${name} paid`),
    ...entry(it.voided_at, `${name} voided`),
  ];
}

function ofPayment(it: Payment): Entry[] {
  return entry(
    it.completed_at ?? it.created_at,
    `Payment of ${formatMoney(it.amount_cents, it.currency)}: ${it.status}`,
  );
}

function ofCreditNote(it: CreditNote): Entry[] {
  const name = it.number === null ? 'Draft credit note' : `Credit note ${it.number}`;
  return [
    ...entry(it.created_at, `${name} created`),
    ...entry(it.finalized_at, `${name} finalized: ${formatMoney(it.total_amount_cents, it.currency)}`),
    ...entry(it.voided_at, `${name} voided`),
  ];
}

function ofWallet(it: Wallet): Entry[] {
  const name = `Wallet ${it.name ?? it.code ?? ''}`.trim();
  return [...entry(it.created_at, `${name} created`), ...entry(it.terminated_at, `${name} terminated`)];
}

function ofEmail(it: Email): Entry[] {
  return entry(it.sent_at ?? it.created_at, `E-mail to ${it.to}: ${it.subject ?? it.kind} (${it.status})`);
}
