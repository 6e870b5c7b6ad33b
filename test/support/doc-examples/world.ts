import { instant } from '../billing-story';
import type { TestApp, TestOrganization } from '../test-app';
import type { Fields } from './example';

/** A record as the API shows it. */
export type Resource = Fields & { id: string };

/** The organization of one example, with its records by the names that the page gives them. */
export class World {
  private readonly named = new Map<string, Resource>();
  private made = 0;

  constructor(
    readonly app: TestApp,
    readonly organization: TestOrganization,
  ) {}

  /** Returns a name that the page need not give. */
  newName(prefix: string): string {
    return `${prefix}_${++this.made}`;
  }

  /** Keeps a record; without a name it is asked for as the newest of its kind. */
  keep(kind: string, resource: Resource, name?: unknown): void {
    this.named.set(kind, resource);
    if (typeof name === 'string') this.named.set(`${kind} ${name}`, resource);
  }

  has(kind: string, name?: unknown): boolean {
    return this.named.has(keyOf(kind, name));
  }

  /** @throws Error when the example has not made it. */
  idOf(kind: string, name?: unknown): string {
    const resource = this.named.get(keyOf(kind, name));
    if (resource === undefined) throw new Error(`the example has made no ${keyOf(kind, name)} yet`);
    return resource.id;
  }

  /** Returns a whole list of records, oldest first. */
  async list(path: string): Promise<Resource[]> {
    const separator = path.includes('?') ? '&' : '?';
    const response = await this.organization
      .get(`/v1/${path}${separator}order_by=created_at&limit=1000`)
      .expect(200);
    return response.body as Resource[];
  }

  async read(path: string): Promise<Resource> {
    return (await this.organization.get(`/v1/${path}`).expect(200)).body as Resource;
  }

  /** The invoice that a step is about: the `number`-th of the organization, counted from 1, or the newest. */
  async invoice(number?: unknown): Promise<Resource> {
    const invoices = await this.list('invoices');
    const invoice = typeof number === 'number' ? invoices[number - 1] : invoices.at(-1);
    if (invoice === undefined) throw new Error('the example has no such invoice');
    return invoice;
  }
}

function keyOf(kind: string, name: unknown): string {
  return typeof name === 'string' ? `${kind} ${name}` : kind;
}

/** Returns an instant as pages write it, `2030-01-31 10:00`, in the form of the API. */
export function asInstant(text: unknown): string {
  return instant(String(text).replace(' ', 'T'));
}
