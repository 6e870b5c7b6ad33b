import { storedBody, storedPath } from './call-redaction';

describe('the stored text of a call', () => {
  it('keeps ids, amounts and states', () => {
    const text = {
      id: 'pi_1',
      amount: 1200,
      status: 'succeeded',
      customer: 'cus_1',
      metadata: { collection_id: 'c' },
    };
    expect(storedBody(JSON.stringify(text))).toBe(JSON.stringify(text));
  });

  it('has no secrets, card data or personal data, however deep', () => {
    const text = {
      client_secret: 'pi_1_secret_2',
      payment_method: { id: 'pm_1', card: { last4: '4242' }, billing_details: { email: 'zoe@example.com' } },
      data: [{ email: 'zoe@example.com', token: 'tok_5', token_id: 'token_7', vpa: 'zoe@bank', name: 'Zoe' }],
      account_number_ending: '11',
      receipt_email: null,
    };
    expect(JSON.parse(storedBody(JSON.stringify(text)) ?? '')).toEqual({
      client_secret: '[removed]',
      payment_method: { id: 'pm_1', card: '[removed]', billing_details: '[removed]' },
      data: [
        { email: '[removed]', token: '[removed]', token_id: 'token_7', vpa: '[removed]', name: '[removed]' },
      ],
      account_number_ending: '[removed]',
      receipt_email: null,
    });
  });

  it('of a form is redacted by the names within the brackets', () => {
    const form =
      'amount=5&metadata%5Bpayment_id%5D=p&line_items[0][price_data][product_data][name]=Zoe&customer_email=z%40e.org';
    expect(storedBody(form)).toBe(
      'amount=5&metadata%5Bpayment_id%5D=p&line_items[0][price_data][product_data][name]=[removed]&customer_email=[removed]',
    );
    expect(storedPath('/v1/customers?email=z%40example.com&limit=3')).toBe(
      '/v1/customers?email=[removed]&limit=3',
    );
    expect(storedPath('/v1/customers/cus_1')).toBe('/v1/customers/cus_1');
  });

  it('of anything else is its length', () => {
    expect(storedBody('<html>Zoe = 5 & more</html>')).toBe('[27 characters]');
    expect(storedBody('Bad gateway')).toBe('[11 characters]');
    expect([storedBody(null), storedBody('')]).toEqual([null, null]);
  });

  it('is cut', () => {
    expect(storedBody(JSON.stringify({ data: 'x'.repeat(20_000) }))).toHaveLength(16_000);
  });
});
