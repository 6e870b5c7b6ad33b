import { chosenOf, invoiceFields } from './invoice-choice';

const INVOICE = {
  number: 'INV-1',
  currency: 'EUR',
  amount_due_cents: 4900,
  payment_due_date: '2030-01-31',
};

test('overdue invoices in one currency are selected', () => {
  const fields = invoiceFields([
    { ...INVOICE, id: 'a', payment_overdue: false },
    { ...INVOICE, id: 'b', payment_overdue: true },
    { ...INVOICE, id: 'c', payment_overdue: true, currency: 'USD' },
  ]);
  expect(fields.map((it) => it.initial)).toEqual([false, true, false]);
  expect(fields[0]?.label).toBe('INV-1: €49.00, due 2030-01-31');
});

test('the selected invoices are sent', () => {
  expect(chosenOf({ a: true, b: false, c: true })).toEqual(['a', 'c']);
});
