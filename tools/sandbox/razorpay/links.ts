import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import type { Hosted } from '../core/hosted';
import { newId } from '../core/ids';
import { fieldsAt, isTrue, numberAt, textAt } from '../core/json';
import { amountIn, collection, customerIn, notesIn, ok, referenceIn } from './lists';
import { newOrder } from './orders';
import type { Paying } from './paying';
import type { Link, Order, RazorpayStore } from './store';
import { invalid } from './wording';

const SHORTEST_SECONDS = 15 * 60;
/** A link without an end lives half a year. */
const LONGEST_MS = 180 * 24 * 60 * 60 * 1000;

/** The routes of payment links, and their pages. */
export class Links {
  readonly routes: Route[] = [
    { at: 'POST /v1/payment_links', operation: 'payment_links.create', run: (it) => ok(this.create(it)) },
    { at: 'GET /v1/payment_links', operation: 'payment_links.list', run: (it) => this.list(it) },
    { at: 'GET /v1/payment_links/:id', operation: 'payment_links.get', run: (it) => ok(this.of(it)) },
    {
      at: 'POST /v1/payment_links/:id/cancel',
      operation: 'payment_links.cancel',
      run: (it) => this.cancel(it),
    },
  ];

  constructor(
    private readonly store: RazorpayStore,
    private readonly paying: Paying,
  ) {
    store.core.schedule.on('razorpay.expire', (id) => void this.expire(id));
  }

  expire(id: string): string | null {
    const found = this.store.links.find(id);
    if (found?.value.status !== 'created') return found?.value.status ?? null;
    return this.close(found.account, found.value, 'expired').status;
  }

  private of({ account, params }: Call): Link {
    return this.store.require(this.store.links, account, params.id ?? '');
  }

  private create({ account, body }: Call): Link {
    const { amount, currency } = amountIn(body);
    const reference = referenceIn(body, 'reference_id') ?? '';
    const { now } = this.store;
    if (reference !== '' && this.store.links.list(account).some((it) => it.reference_id === reference)) {
      throw invalid(`payment link creation failed as reference id already exists`, 'reference_id');
    }
    const expireBy = numberAt(body, 'expire_by') ?? 0;
    if (expireBy !== 0 && expireBy < now + SHORTEST_SECONDS - 10) {
      throw invalid('expire_by should be at least 15 minutes after current time', 'expire_by');
    }
    const id = newId('plink_', 14);
    const link: Link = {
      id,
      ...TEMPLATE,
      amount,
      currency,
      callback_url: textAt(body, 'callback_url') ?? '',
      callback_method: textAt(body, 'callback_method') ?? '',
      created_at: now,
      customer: customerIn(fieldsAt({ body }, 'body')),
      description: textAt(body, 'description') ?? '',
      expire_by: expireBy,
      notes: notesIn(body),
      reference_id: reference,
      reminder_enable: isTrue(body, 'reminder_enable'),
      short_url: `${this.store.core.urls.get('razorpay') ?? ''}/l/${id}`,
      updated_at: now,
      upi_link: isTrue(body, 'upi_link'),
    };
    const lifeMs = expireBy === 0 ? LONGEST_MS : (expireBy - now) * 1000;
    this.store.core.schedule.later('razorpay.expire', id, lifeMs);
    return this.store.links.put(account, link);
  }

  private list(call: Call): Answer {
    const reference = textAt(call.query, 'reference_id');
    const all = this.store.links.list(call.account);
    const fits = all.filter((it) => reference === null || it.reference_id === reference);
    return collection(call, fits, 'payment_links');
  }

  private cancel(call: Call): Answer {
    const link = this.of(call);
    if (link.status !== 'created')
      throw invalid(`Payment Link is in ${link.status} state and cannot be cancelled`);
    return ok(this.close(call.account, link, 'cancelled'));
  }

  private close(account: string, link: Link, status: 'cancelled' | 'expired'): Link {
    const at = this.store.now;
    const key = status === 'cancelled' ? 'cancelled_at' : 'expired_at';
    const closed = this.store.links.put(account, { ...link, status, [key]: at, updated_at: at });
    this.store.hide(link.id, { isDead: true });
    this.store.emit(account, `payment_link.${status}`, { payment_link: closed });
    return closed;
  }

  /** `/l/<link>` */
  page(id: string): Hosted | null {
    const found = this.store.links.find(id);
    if (found === null) return null;
    const { account, value: link } = found;
    return {
      title: link.description === '' ? 'Pay' : link.description,
      amount: link.amount,
      currency: link.currency,
      status: link.status,
      isOpen: link.status === 'created',
      successUrl: link.callback_url === '' ? null : link.callback_url,
      cancelUrl: null,
      act: (behavior) => this.pay(account, link, behavior),
    };
  }

  /** Pays a link whatever its state; a script does so. */
  complete(id: string): string | null {
    const found = this.store.links.find(id);
    return found === null ? null : this.pay(found.account, found.value, 'succeed');
  }

  private pay(account: string, link: Link, behavior: string): string {
    const order = this.orderOf(account, link);
    const { amount, notes } = link;
    const about = { provider: 'razorpay', account, operation: 'pay', amount, metadata: notes ?? {} };
    // Whoever pays on the page can authenticate there.
    const kept = behavior === 'requires_action' ? 'succeed' : behavior;
    const { email = null, contact = null } = link.customer;
    const description = `#${link.id.slice(6)}`;
    const verdict = this.store.core.verdict(about, kept);
    this.paying.attempt(account, order, { email, contact, description }, verdict);
    return this.store.links.get(account, link.id)?.status ?? '';
  }

  /** The order of a link appears with its first payment. It does not carry the notes of the link. */
  private orderOf(account: string, link: Link): Order {
    const known = this.store.orders
      .list(account)
      .find((it) => this.store.hiddenOf(it.id).link === link.id && it.status !== 'paid');
    if (known !== undefined) return known;
    const order = newOrder(this.store.now, link.amount, link.currency, link.reference_id, {});
    this.store.hide(order.id, { link: link.id, capture: 'automatic' });
    return this.store.orders.put(account, order);
  }
}

const TEMPLATE = {
  accept_partial: false,
  amount_paid: 0,
  cancelled_at: 0,
  expired_at: 0,
  first_min_partial_amount: 0,
  notify: { email: false, sms: false, whatsapp: false },
  payments: null,
  reminders: [],
  status: 'created',
  user_id: '',
} satisfies Partial<Link>;
