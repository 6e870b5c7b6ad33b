import type { ApiAnswer, ApiClient } from '../api-client';
import type { Fields } from './example';
import { asInstant } from './mismatches';

/** A record as the API returns it. */
export type Resource = Fields & { id: string };

/** Path of the coupons that are applied to the newest customer. */
export const APPLIED_COUPONS = 'customers/:customer/coupons';

/** Paths of the records that examples name. */
export const KINDS: Readonly<Record<string, string>> = {
  applied_coupon: APPLIED_COUPONS,
  coupon: 'coupons',
  credit_note: 'credit_notes',
  customer: 'customers',
  dunning_campaign: 'dunning_campaigns',
  invoice: 'invoices',
  metric: 'billable_metrics',
  payment: 'payments',
  payment_request: 'payment_requests',
  plan: 'plans',
  subscription: 'subscriptions',
  tax: 'taxes',
  wallet: 'wallets',
};

/** Kinds of records that the service creates too, so that only their lists are complete. */
const LISTED = ['credit_note', 'invoice', 'payment', 'payment_request'];

/** The organization of one example. */
export class World {
  private readonly created = new Map<string, Resource[]>();
  private named = 0;

  constructor(private readonly client: ApiClient) {}

  /** Returns a name for a record that the example does not name, such as `subscription_1`. */
  newName(prefix: string): string {
    return `${prefix}_${++this.named}`;
  }

  /** Sends a request; `:customer` in the path is the ID of the customer that the field `customer` names. */
  async send(method: string, path: string, fields: Fields): Promise<ApiAnswer> {
    const values: Fields = { ...fields };
    const url = await this.expand(path, values);
    const sent = await this.withIds(values);
    const hasBody = method === 'POST' || method === 'PUT';
    const query = hasBody ? '' : `?${new URLSearchParams(sent as Record<string, string>).toString()}`;
    const answer = await this.client.request(method, url + query, hasBody ? sent : undefined);
    if (answer.status === 0) throw new Error(`No response to ${method} ${url}.`);
    if (answer.status === 201) this.created.set(path, [...this.createdAt(path), answer.body as Resource]);
    return answer;
  }

  /** Returns the records that the example has created at a path. */
  createdAt(path: string): Resource[] {
    return this.created.get(path) ?? [];
  }

  /** Reads a record or list. @throws Error when the request is refused */
  async read<T>(path: string): Promise<T> {
    const { status, body } = await this.client.request('GET', await this.expand(path, {}));
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  }

  /** Returns all records of a kind, oldest first. */
  list(kind: string, filter = ''): Promise<Resource[]> {
    return this.read(`${KINDS[kind]}?order_by=created_at${filter}`);
  }

  /**
   * Returns the record with this code or external ID, or with this number counted from 1, by default the newest.
   *
   * @throws Error when there is none
   */
  async find(kind: string, name?: unknown): Promise<Resource> {
    const all = LISTED.includes(kind) ? await this.list(kind) : this.createdAt(KINDS[kind] ?? '');
    const found =
      typeof name === 'string'
        ? all.findLast((it) => it.external_id === name || it.code === name)
        : all.at(typeof name === 'number' ? name - 1 : -1);
    if (found === undefined)
      throw new Error(`No ${kind}${name === undefined ? '' : ` ${JSON.stringify(name)}`} yet.`);
    return found;
  }

  /** Fills IDs into a path, and removes the fields that name them from `fields`. */
  private async expand(path: string, fields: Fields): Promise<string> {
    let url = `/v1/${path}`;
    for (const [placeholder, kind = ''] of path.matchAll(/:([a-z_]+)/g)) {
      url = url.replace(placeholder, (await this.find(kind, fields[kind])).id);
      Reflect.deleteProperty(fields, kind);
    }
    return url;
  }

  /** Turns `invoice: 1` into `invoice_id`, `invoices: [1, 2]` into `invoice_ids`, and dates into instants. */
  private async withIds(fields: Fields): Promise<Fields> {
    const sent: Fields = {};
    for (const [key, value] of Object.entries(fields)) {
      const kind = key.replace(/s$/, '');
      if (Array.isArray(value) && kind in KINDS) {
        const records = await Promise.all(value.map((it: unknown) => this.find(kind, it)));
        sent[`${kind}_ids`] = records.map((it) => it.id);
      } else if (key in KINDS) sent[`${key}_id`] = (await this.find(key, value)).id;
      else sent[key] = typeof value === 'string' ? asInstant(value) : value;
    }
    return sent;
  }
}
