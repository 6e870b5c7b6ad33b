import { targetField, targetIn } from './collected-targets';

const ID = '0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e';

describe('targets in metadata of providers', () => {
  it.each(['invoice', 'payment_request'])('a target of type %s is read as it was written', (type) => {
    const field = targetField({ type, id: ID });
    expect(field).toEqual({ [`${type}_id`]: ID });
    expect(targetIn({ collection_id: 'c', ...field })).toEqual({ type, id: ID });
  });

  it.each([null, [], {}, { invoice_id: 'INV-1' }, { invoice_id: 7 }])('%j names none', (metadata) => {
    expect(targetIn(metadata)).toBeNull();
  });
});
