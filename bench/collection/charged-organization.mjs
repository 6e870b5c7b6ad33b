import { setTimeout as sleep } from 'node:timers/promises';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
/** Requests that create what is charged. */
const AT_ONCE = 16;
const LOOK_EVERY_MS = 100;
/** The sandbox sends no notifications: the service learns the outcome of a charge from the response alone. */
const CREDENTIALS = { secret_key: 'sk_test_bench' };

/** An organization whose customer has a saved method, with invoices that are charged. */
export class ChargedOrganization {
  static async create(service, database) {
    const organization = new ChargedOrganization();
    const { value } = await service.request('POST', '/v1/organizations', { body: { name: 'Bench' } });
    Object.assign(organization, { service, database, key: value.api_key.raw_key });
    const body = {
      webhook_secret: 'whsec_bench_of_collections',
      credentials: CREDENTIALS,
      environment: 'test',
    };
    await organization.request('PUT', '/v1/payment_providers/stripe', body);
    const payer = { external_id: 'payer', name: 'Payer', email: 'payer@shop.example', currency: 'EUR' };
    organization.customerId = (await organization.request('POST', '/v1/customers', payer)).id;
    await organization.saveMethod();
    return organization;
  }

  async request(method, path, body) {
    return (await this.service.request(method, path, { body, key: this.key })).value;
  }

  async saveMethod() {
    const methods = `/v1/customers/${this.customerId}/payment_methods`;
    const { url } = await this.request('POST', `${methods}/setup`, PAGES);
    const headers = { 'content-type': 'application/json' };
    await fetch(url, { method: 'POST', headers, body: JSON.stringify({ behavior: 'succeed' }) });
    while ((await this.request('GET', methods)).length === 0) await sleep(LOOK_EVERY_MS);
  }

  /** Creates invoices, and collections of them that are due tomorrow. */
  async prepare(count) {
    let left = count;
    // Until `collect`, nothing is advanced: the worker finds all of them due at once, as after a billing run.
    await this.database.query(HOLD);
    const client = async () => {
      while (left-- > 0) {
        const fees = [{ description: 'Work', units: '1', unit_amount_cents: 1000 }];
        const bill = { customer_id: this.customerId, currency: 'EUR', fees };
        const { id } = await this.request('POST', '/v1/invoices/one_off', bill);
        await this.request('POST', `/v1/invoices/${id}/collect`, {});
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    await this.database.query(RELEASE);
    await this.database.query('VACUUM ANALYZE collections');
    await this.database.query('CHECKPOINT').catch(() => undefined);
  }

  /** Makes the collections due, waits until all have succeeded, and returns the seconds that it took. */
  async collect() {
    const { rows } = await this.database.query(
      `UPDATE collections SET next_action_at = now() WHERE status = 'created' RETURNING clock_timestamp() AS at`,
    );
    for (;;) {
      const { rows: found } = await this.database.query(
        `SELECT count(*) FILTER (WHERE status <> 'succeeded')::integer AS left, max(updated_at) AS last FROM collections`,
      );
      if (found[0].left === 0) return (found[0].last.getTime() - rows[0].at.getTime()) / 1000;
      await sleep(LOOK_EVERY_MS);
    }
  }
}

/** New collections are due tomorrow. */
const HOLD = `
  CREATE OR REPLACE FUNCTION hold_collections() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.next_action_at := now() + interval ''1 day''; RETURN NEW; END';
  CREATE OR REPLACE TRIGGER hold_collections BEFORE INSERT ON collections
    FOR EACH ROW EXECUTE FUNCTION hold_collections()`;
const RELEASE = 'DROP TRIGGER hold_collections ON collections';
