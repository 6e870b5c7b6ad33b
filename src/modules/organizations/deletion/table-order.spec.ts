import { deletionOrder, type ForeignKey } from './table-order';

const refers = (child: string, parent: string, column = 'id'): ForeignKey => ({
  child,
  childColumns: [`${parent}_${column}`],
  parent,
  parentColumns: [column],
});
const namesOf = (order: ReturnType<typeof deletionOrder>): string[][] =>
  order.map(({ anchor, others }) => [anchor, ...others.map((it) => it.table)]);

describe('deletionOrder', () => {
  it('puts every table after those that refer to it', () => {
    const keys = [refers('fees', 'invoices'), refers('invoices', 'customers'), refers('fees', 'charges')];
    const order = namesOf(deletionOrder(['customers', 'charges', 'invoices', 'fees', 'logs'], keys)).flat();
    for (const { child, parent } of keys) expect(order.indexOf(child)).toBeLessThan(order.indexOf(parent));
    expect(order).toHaveLength(5);
  });

  it('groups tables that refer to each other around the one whose id the others have', () => {
    const keys = [
      refers('plans', 'versions', 'number'),
      refers('versions', 'plans'),
      refers('charges', 'versions'),
      refers('versions', 'versions'),
    ];
    expect(deletionOrder(['plans', 'versions', 'charges'], keys)).toEqual([
      { anchor: 'charges', others: [] },
      { anchor: 'plans', others: [{ table: 'versions', column: 'plans_id' }] },
    ]);
  });

  it('refuses tables that refer to each other without a common id', () => {
    const keys = [refers('one', 'two', 'code'), refers('two', 'one', 'code')];
    expect(() => deletionOrder(['one', 'two'], keys)).toThrow('one, two');
  });
});
